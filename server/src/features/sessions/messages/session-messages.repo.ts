import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { type Read, run, statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import { hiddenPeopleCte, type SessionReader } from '../sessions.read.ts';

/** m is the message, u its sender; what is folded away says only that something was said, and when. */
const messageJson = (hidden: string) => `json_build_object(
  'id', m.id, 'session_id', m.session_id, 'seq', m.seq,
  'client_nonce', case when not ${hidden} then m.client_nonce end,
  'kind', case when ${hidden} then 'text' else m.kind end,
  'sender', case when u.id is not null and not ${hidden} then ${personJsonSql('u')} end,
  'content', case when ${hidden} then '' else m.content end,
  'action', case when not ${hidden} then m.action end,
  'details', case when m.action is not null and not ${hidden} then m.details end,
  'is_hidden', ${hidden}, 'created_at', ${instantSql('m.created_at')})`;

const senderIsHidden = `coalesce(m.sender_id = any((select ids from hidden)::uuid[]), false)`;

const chatStatement = statement('session-messages', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  managesGyms: 'boolean',
  sessionId: 'uuid',
  before: 'bigint',
  after: 'bigint',
  size: 'int',
  offset: 'int',
})<{ may_read: boolean; count: number; oldest: number | null; results: string }>(
  `with ${hiddenPeopleCte},
  page as (
    select * from session_messages where organization_id = $organizationId and session_id = $sessionId and seq < $before and seq > $after
    order by seq desc limit $size offset $offset
  )
  select mine.user_id is not null or s.creator_id = $userId or $managesGyms as may_read,
    (select count(*)::int from session_messages where organization_id = $organizationId and session_id = $sessionId) as count,
    (select min(seq) from page) as oldest,
    coalesce((select '[' || string_agg(${messageJson(senderIsHidden)}::text, ',' order by m.seq desc) || ']'
      from page m left join users u on u.id = m.sender_id), '[]') as results
  from sessions s left join session_participants mine
    on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId
  where s.organization_id = $organizationId and s.id = $sessionId and s.gym_id = any($gymIds)
    and not s.creator_id = any((select ids from hidden)::uuid[])`,
);

type Span = { before: number; after: number; size: number; offset: number };

/** A page of a chat as JSON text; null when the session is not for the reader's eyes. */
export async function readChat(read: Read, reader: SessionReader, sessionId: string, span: Span) {
  const [row] = await read(chatStatement, { ...reader, ...span, sessionId });
  return row ?? null;
}

/** One line as its sender sees it, with those it is for. */
export type Line = { message: SessionMessage; gym_id: string; others: string[]; hidden_from: string[] };

const oneStatement = statement('session-message', { organizationId: 'uuid', id: 'uuid' })<Line>(
  `select ${messageJson('false')} as message, s.gym_id,
    array(select p.user_id from session_participants p
      where p.organization_id = $organizationId and p.session_id = m.session_id and p.user_id <> m.sender_id) as others,
    array(select p.user_id from session_participants p join blocks b on b.organization_id = $organizationId
        and ((b.blocker_id = p.user_id and b.blocked_id = m.sender_id)
          or (b.blocked_id = p.user_id and b.blocker_id = m.sender_id))
      where p.organization_id = $organizationId and p.session_id = m.session_id) as hidden_from
  from session_messages m join sessions s on s.organization_id = $organizationId and s.id = m.session_id
    left join users u on u.id = m.sender_id
  where m.organization_id = $organizationId and m.id = $id`,
);

export async function readLine(tx: Db, organizationId: string, id: string): Promise<Line> {
  const [row] = await run(tx, oneStatement, { organizationId, id });
  return row!;
}

type Sender = { organizationId: string; userId: string };

/** What the sender has sent under this nonce, in whichever session. */
export const findSent = (tx: Db, { organizationId, userId }: Sender, nonce: string) =>
  tx
    .selectFrom('session_messages')
    .select(['id', 'session_id'])
    .where('organization_id', '=', organizationId)
    .where('sender_id', '=', userId)
    .where('client_nonce', '=', nonce)
    .executeTakeFirst();

export type NewLine = {
  content?: string;
  action?: string | undefined;
  details?: { minutes?: number | undefined };
  client_nonce?: string | undefined;
};

/** Writes a line; its number is given under the session's row lock. Null when the nonce is taken. */
export async function addLine(tx: Db, { organizationId, userId }: Sender, sessionId: string, line: NewLine) {
  const added = await tx
    .insertInto('session_messages')
    .values({
      organization_id: organizationId,
      session_id: sessionId,
      id: newId(),
      sender_id: userId,
      kind: line.action ? 'quick_action' : 'text',
      content: line.content ?? '',
      action: line.action ?? null,
      details: JSON.stringify(line.details ?? {}),
      client_nonce: line.client_nonce ?? null,
    })
    .onConflict((conflict) => conflict.constraint('session_messages_sent_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}
