import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { type Reader, readerValues } from '../conversations.read.ts';

const changeValues = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid', id: 'uuid' } as const;
export type OwnMessage = { organizationId: string; userId: string; conversationId: string; id: string };

const repliedStatement = statement(
  'replied-message',
  changeValues,
)<{ seq: number }>(
  `with ${hiddenCte} select m.seq from messages m join conversation_members me on me.organization_id = m.organization_id
    and me.conversation_id = m.conversation_id and me.user_id = $userId and me.joined_seq < m.seq
  where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.id = $id
    and m.kind <> 'system' and not ${senderIsHidden}`,
);

/** The number of a message that this member may reply to; undefined if there is none. */
export async function findReplied(tx: Db, message: OwnMessage): Promise<number | undefined> {
  const [replied] = await run(tx, repliedStatement, message);
  return replied?.seq;
}

const isMineAndRecent = `organization_id = $organizationId and conversation_id = $conversationId and id = $id
  and sender_id = $userId and deleted_at is null and created_at > now() - interval '${changeMessageMinutes} minutes'`;

const editStatement = statement('edit-message', { ...changeValues, content: 'text' })<{ id: string }>(
  `update messages set content = $content, edited_at = now() where ${isMineAndRecent} and kind in ('text', 'photo') returning id`,
);

/** False if it is not this member's, or too old, or not of words. */
export const editRecent = async (tx: Db, message: OwnMessage, content: string): Promise<boolean> =>
  (await run(tx, editStatement, { ...message, content })).length > 0;

const deleteSql = (which: string) =>
  `with gone as (update messages set content = '', session_id = null, photo_key = null, photo_width = null, photo_height = null,
    details = '{}', deleted_at = now() where ${which} returning *),
  reactions as (delete from message_reactions r using gone where r.organization_id = gone.organization_id
    and r.conversation_id = gone.conversation_id and r.seq = gone.seq),
  votes as (delete from poll_votes v using gone where v.organization_id = gone.organization_id
    and v.conversation_id = gone.conversation_id and v.seq = gone.seq),
  pins as (delete from pinned_messages p using gone where p.organization_id = gone.organization_id
    and p.conversation_id = gone.conversation_id and p.seq = gone.seq)
  select id from gone`;
const deleteStatement = statement('delete-message', changeValues)<{ id: string }>(deleteSql(isMineAndRecent));

/** False if it is not this member's, or too old, or deleted before. */
export const deleteRecent = async (tx: Db, message: OwnMessage): Promise<boolean> =>
  (await run(tx, deleteStatement, message)).length > 0;

const removeStatement = statement('remove-message', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  deleteSql("organization_id = $organizationId and id = $id and deleted_at is null and kind <> 'system'"),
);

/** Deletes anybody's message, however old; false if it was deleted before. */
export const deleteAny = async (tx: Db, message: { organizationId: string; id: string }): Promise<boolean> =>
  (await run(tx, removeStatement, message)).length > 0;

const redactStatement = statement('redact-message-events', { organizationId: 'uuid', id: 'uuid', minutes: 'int' })(
  `update live_events e set data = case when e.data -> 'message' ->> 'id' = $id::text
      then jsonb_set(jsonb_set(e.data, '{message,content}', '""'), '{message,poll}', 'null') else jsonb_set(e.data, '{message,reply_to,content}', '""') end
  where e.scope_id = $organizationId and e.created_at > now() - make_interval(mins => $minutes) and e.type like 'message.%'
    and $id::text in (e.data -> 'message' ->> 'id', e.data -> 'message' -> 'reply_to' ->> 'id')`,
);

/** A reader who catches up with the stream must not get the old text either: takes it out of the events of these minutes. */
export const redactEvents = (tx: Db, message: { organizationId: string; id: string; minutes: number }): void =>
  send(tx, redactStatement, message);

const noticeStatement = statement('write-notice', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  id: 'uuid',
  details: 'jsonb',
})(
  `insert into messages (organization_id, conversation_id, id, kind, details)
  values ($organizationId, $conversationId, $id, 'system', $details)`,
);

type Notice = { organizationId: string; conversationId: string; id: string; details: Record<string, unknown> };

export const insertNotice = (tx: Db, { details, ...message }: Notice): void =>
  send(tx, noticeStatement, { ...message, details: JSON.stringify(details) });

const visibleStatement = statement('visible-session', { ...readerValues, id: 'uuid' })(
  `with ${hiddenCte} select from sessions s where s.id = $id and ${visibleSession}`,
);

export const seesSession = async (tx: Db, reader: Reader, id: string): Promise<boolean> =>
  (await run(tx, visibleStatement, { ...reader, id })).length > 0;
