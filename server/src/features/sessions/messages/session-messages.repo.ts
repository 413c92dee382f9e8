import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import {
  type MessageRange,
  type MessageTable,
  messagesOfChatSql,
  messageTextSql,
  type Page,
  spanValues,
} from '#features/messages/index.ts';
import { blockedBetween, hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { SessionReader } from '../sessions.read.ts';
import { visibleSession } from '../visibility.repo.ts';

export const sessionMessages: MessageTable = {
  table: 'session_messages',
  chats: 'sessions',
  chatId: 'session_id',
  parts: { action: 'text', details: 'jsonb' },
};

const messageText = (reader: string, hidden: string) =>
  messageTextSql({
    ...sessionMessages,
    reader,
    hidden,
    parts: { action: 'm.action', details: 'case when m.action is not null then m.details end' },
  });

const chatStatement = statement('session-messages', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  sessionId: 'uuid',
  ...spanValues,
})<Page>(
  `with ${hiddenCte},
  chat as (
    select s.id, mine.user_id is not null or s.creator_id = $userId as may_read, 0::bigint as read_after,
      (select count(*)::int from session_messages where organization_id = $organizationId and session_id = $sessionId) as count
    from sessions s left join session_participants mine
      on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId
    where s.id = $sessionId and ${visibleSession}
  ),
  ${messagesOfChatSql(sessionMessages, messageText('$userId', 'm.hidden'))}`,
);

/** A page of a chat as JSON text; null when the reader may not see the session. */
export async function readChat(read: Read, reader: SessionReader, sessionId: string, span: MessageRange) {
  const [row] = await read(chatStatement, { ...reader, ...span, sessionId });
  return row ?? null;
}

/** One message as its sender sees it, with the members it is for. */
export type SentMessage = { message: SessionMessage; gym_id: string; others: string[]; hidden_from: string[] };

const oneStatement = statement('session-message', { organizationId: 'uuid', id: 'uuid' })<SentMessage>(
  `select ${messageText('m.sender_id', 'false')}::json as message, s.gym_id,
    array(select p.user_id from session_participants p
      where p.organization_id = $organizationId and p.session_id = m.session_id and p.user_id <> m.sender_id) as others,
    array(select p.user_id from session_participants p where p.organization_id = $organizationId
      and p.session_id = m.session_id and ${blockedBetween('p.user_id', 'm.sender_id')}) as hidden_from
  from session_messages m join sessions s on s.organization_id = $organizationId and s.id = m.session_id
    left join users u on u.id = m.sender_id
  where m.organization_id = $organizationId and m.id = $id`,
);

export async function findMessage(tx: Db, organizationId: string, id: string): Promise<SentMessage | undefined> {
  const [row] = await run(tx, oneStatement, { organizationId, id });
  return row;
}

// A reader who catches up with the stream must not get the text either.
const removeStatement = statement('remove-session-message', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `with gone as (update session_messages set content = '', deleted_at = now()
    where organization_id = $organizationId and id = $id and deleted_at is null returning id),
  redacted as (update live_events e set data = jsonb_set(e.data, '{message,content}', '""') from gone
    where e.scope_id = $organizationId and e.type = 'session_message.created'
      and e.data -> 'message' ->> 'id' = gone.id::text)
  select id from gone`,
);

export async function removeMessage(tx: Db, organizationId: string, id: string): Promise<boolean> {
  return (await run(tx, removeStatement, { organizationId, id })).length > 0;
}
