import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import {
  type MessageTable,
  messageJsonSql,
  messagesOfChatSql,
  type Page,
  type Span,
  spanValues,
} from '#features/messages/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, run, statement } from '#platform/db/statement.ts';
import { hiddenPeopleCte, type SessionReader } from '../sessions.read.ts';

export const sessionMessages: MessageTable = { table: 'session_messages', chatId: 'session_id' };

const messageJson = (reader: string, hidden: string) =>
  messageJsonSql({
    ...sessionMessages,
    reader,
    hidden,
    parts: { action: 'm.action', details: 'case when m.action is not null then m.details end' },
  });

const senderIsHidden = `coalesce(m.sender_id = any((select ids from hidden)::uuid[]), false)`;

const chatStatement = statement('session-messages', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  managesGyms: 'boolean',
  sessionId: 'uuid',
  ...spanValues,
})<Page>(
  `with ${hiddenPeopleCte},
  chat as (
    select s.id, mine.user_id is not null or s.creator_id = $userId or $managesGyms as may_read, 0::bigint as read_after,
      (select count(*)::int from session_messages where organization_id = $organizationId and session_id = $sessionId) as count
    from sessions s left join session_participants mine
      on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId
    where s.organization_id = $organizationId and s.id = $sessionId and s.gym_id = any($gymIds)
      and not s.creator_id = any((select ids from hidden)::uuid[])
  ),
  ${messagesOfChatSql(sessionMessages, messageJson('$userId', senderIsHidden))}`,
);

/** A page of a chat as JSON text; null when the reader may not see the session. */
export async function readChat(read: Read, reader: SessionReader, sessionId: string, span: Span) {
  const [row] = await read(chatStatement, { ...reader, ...span, sessionId });
  return row ?? null;
}

/** One message as its sender sees it, with the members it is for. */
export type SentMessage = { message: SessionMessage; gym_id: string; others: string[]; hidden_from: string[] };

const oneStatement = statement('session-message', { organizationId: 'uuid', id: 'uuid' })<SentMessage>(
  `select ${messageJson('m.sender_id', 'false')} as message, s.gym_id,
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

export async function readMessage(tx: Db, organizationId: string, id: string): Promise<SentMessage> {
  const [row] = await run(tx, oneStatement, { organizationId, id });
  return row!;
}
