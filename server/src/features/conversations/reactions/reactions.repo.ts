import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listReactions } from '@spotter/contract/conversations/message-reactions.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { lockMessage } from '../conversation-locks.repo.ts';
import { mine } from '../conversations.read.ts';

const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid', messageId: 'uuid' } as const;
type Asked = { organizationId: string; userId: string; conversationId: string; messageId: string };

/** The message, where the reader may react to it. Not in a message request: it would tell that it was read. */
const reactable = `messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
  and m.seq > me.joined_seq and m.kind <> 'system' and m.deleted_at is null and not ${senderIsHidden}
  and c.requested_by is null`;

const listStatement = statement(
  'reactions',
  values,
)<{ reactions: Returns<typeof listReactions> | null }>(
  `with ${hiddenCte} select (select (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'user', ${personJsonSql('p')},
      'created_at', ${instantSql('r.created_at')}) order by r.created_at, p.id, r.emoji), '[]')
    from message_reactions r join users p on p.id = r.user_id
    where r.organization_id = $organizationId and r.conversation_id = c.id and r.seq = m.seq and not ${isHidden('r.user_id')})
  from ${reactable}) as reactions from ${mine} and c.id = $conversationId`,
);

/** Who reacted to a message, if the reader may react to it; undefined if they are not in the conversation. */
export async function readReactions(read: Read, asked: Asked) {
  const [found] = await read(listStatement, asked);
  return found;
}

/** A message and what it has of reactions, of the caller and of all. */
export type MessageToReactTo = { seq: number; is_plain: boolean; own: string[]; emojis: string[] };
const placeStatement = statement(
  'reaction-place',
  values,
)<{ place: MessageToReactTo | null }>(
  `with ${hiddenCte} select (select json_build_object('seq', m.seq, 'is_plain', m.kind in ('text', 'photo') and m.reply_to_seq is null,
    'own', array(select r.emoji from message_reactions r where r.organization_id = $organizationId
      and r.conversation_id = c.id and r.seq = m.seq and r.user_id = $userId),
    'emojis', array(select distinct r.emoji from message_reactions r where r.organization_id = $organizationId
      and r.conversation_id = c.id and r.seq = m.seq))
  from ${reactable}) as place from ${mine} and c.id = $conversationId`,
);

/** Locks a message, and finds it if the reader may react to it; undefined if they are not in the conversation. */
export async function lockReactions(tx: Db, asked: Asked): Promise<{ place: MessageToReactTo | null } | undefined> {
  lockMessage(tx, asked);
  const [found] = await run(tx, placeStatement, asked);
  return found;
}

const rowValues = {
  organizationId: 'uuid',
  userId: 'uuid',
  conversationId: 'uuid',
  seq: 'bigint',
  emoji: 'text',
} as const;
type Row = { organizationId: string; userId: string; conversationId: string; seq: number; emoji: string };

const addStatement = statement(
  'add-reaction',
  rowValues,
)(
  `insert into message_reactions (organization_id, conversation_id, seq, user_id, emoji)
  values ($organizationId, $conversationId, $seq, $userId, $emoji) on conflict do nothing`,
);

export const insertReaction = (tx: Db, reaction: Row): void => send(tx, addStatement, reaction);

const removeStatement = statement(
  'remove-reaction',
  rowValues,
)(
  `delete from message_reactions where organization_id = $organizationId and conversation_id = $conversationId
    and seq = $seq and user_id = $userId and emoji = $emoji`,
);

export const deleteReaction = (tx: Db, reaction: Row): void => send(tx, removeStatement, reaction);
