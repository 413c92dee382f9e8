import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { Reaction } from '@spotter/contract/conversations/reactions.ts';
import { sessionVisibleTo } from '#features/sessions/index.ts';
import { blockedBetween, hiddenCte, isHidden } from '#features/users/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type Reader, readerValues } from './conversations.read.ts';
import { type Extent, messageJson, namedSql, reactionsSql } from './message-text.read.ts';

/** A member of a message's conversation, and what is hidden from them. `muted`: they aren't notified. */
export type Listener = {
  user_id: string;
  muted: boolean;
  sees_card: boolean;
  sees_quote: boolean;
  /** Whether the member may know what the one does who caused the event. */
  sees_actor: boolean;
  hidden_ids: string[];
  reactions: Reaction[];
};
/** A message as one member reads it, with everyone who may read it. */
export type HeardMessage = { message: Message; listeners: Listener[] };

const heardSql = (extent: Extent) => {
  const isAny = extent === 'any';
  const isHiddenSender = extent === 'new' ? isHidden('w.user_id') : blockedBetween('w.user_id', 'm.sender_id');
  const listener = {
    user_id: 'w.user_id',
    muted: 'coalesce(w.muted_until > now(), false) or c.requested_by is not null',
    sees_card: isAny
      ? `exists (select from sessions s
        where s.organization_id = $organizationId and s.id = m.session_id and ${sessionVisibleTo('p')})`
      : 'true',
    sees_quote: isAny
      ? `q.id is null or w.joined_seq < q.seq and not ${blockedBetween('w.user_id', 'q.sender_id')}`
      : 'true',
    sees_actor: `not ${isHidden('w.user_id')}`,
    reactions:
      extent === 'new'
        ? `'[]'::json`
        : `coalesce(${reactionsSql('w.user_id', (person) => blockedBetween('w.user_id', person))}, '[]')`,
    hidden_ids: isAny
      ? `array(select named from unnest(${namedSql} || m.sender_id || (m.details ->> 'actor_id')::uuid) named
        where ${blockedBetween('w.user_id', 'named')})`
      : `case when ${isHiddenSender} then array[m.sender_id] else '{}' end`,
  };
  return `with ${hiddenCte} select ${messageJson('0', extent)} as message,
    (select coalesce(json_agg(json_build_object(${Object.entries(listener).map(([name, value]) => `'${name}', ${value}`)})), '[]')
      from conversation_members w ${isAny ? 'join users p on p.id = w.user_id' : ''}
      where w.organization_id = $organizationId and w.conversation_id = m.conversation_id and w.joined_seq < m.seq) as listeners
  from messages m join conversations c on c.organization_id = $organizationId and c.id = m.conversation_id
    left join users u on u.id = m.sender_id ${
      isAny
        ? 'left join messages q on q.organization_id = $organizationId and q.conversation_id = m.conversation_id and q.seq = m.reply_to_seq'
        : ''
    }
  where m.organization_id = $organizationId and m.id = $id`;
};
const plainValues = { organizationId: 'uuid', userId: 'uuid', id: 'uuid' } as const;
const heardStatements = {
  any: statement('message', { ...readerValues, id: 'uuid' })<HeardMessage>(heardSql('any')),
  plain: statement('plain-message', plainValues)<HeardMessage>(heardSql('plain')),
  new: statement('new-message', plainValues)<HeardMessage>(heardSql('new')),
};

/** One message as the reader sees it, with its recipients; undefined if there is none. */
export async function readHeardMessage(
  read: Read,
  reader: Reader,
  id: string,
  extent: Extent = 'any',
): Promise<HeardMessage | undefined> {
  const [row] = await read(heardStatements[extent], { ...reader, id });
  return row;
}
