import type { Message } from '@spotter/contract/conversations.ts';
import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import type { NewOption } from '@spotter/contract/message-polls.ts';
import { insertOnce, senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail, laterToday } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { messageCreated, messageUpdated } from '../conversations.events.ts';
import { acceptRequest, startRequest } from '../direct/requests.service.ts';
import { readHeardMessage } from './heard-messages.read.ts';
import { conversationMessages } from './message-text.ts';

type Sent = { client_nonce?: string | undefined; reply_to_id?: string | undefined };
type Text = { kind: 'text'; content: string };
type Card = {
  kind: 'session';
  /** A few words under it. */
  content?: string;
  parts: { session_id: string };
  /** Everyone in it is told of the session by another notification. */
  isTold?: boolean;
};
type Poll = { kind: 'poll'; content: string; parts: { details: { options: NewOption[] } } };
type Photo = {
  kind: 'photo';
  content: string;
  parts: { photo_key: string; photo_width: number; photo_height: number };
};

export const sendMessage = (
  ctx: MemberCtx,
  id: string,
  { content, client_nonce, reply_to_id }: { content: string } & Sent,
): Promise<Message> => ctx.tx((tx) => sendOnce(tx, ctx, id, { kind: 'text', content, client_nonce, reply_to_id }));

const repliedStatement = statement('replied-message', {
  organizationId: 'uuid',
  userId: 'uuid',
  conversationId: 'uuid',
  id: 'uuid',
})<{ seq: number }>(
  `with ${hiddenCte} select m.seq from messages m join conversation_members me on me.organization_id = m.organization_id
    and me.conversation_id = m.conversation_id and me.user_id = $userId and me.joined_seq < m.seq
  where m.organization_id = $organizationId and m.conversation_id = $conversationId and m.id = $id
    and m.kind <> 'system' and not ${senderIsHidden}`,
);

const notAnswered = "The message you answered isn't there anymore";

/** Writes a message to a conversation the caller is in, once per nonce. */
export async function sendOnce(
  tx: Db,
  { caller, limits }: Pick<MemberCtx, 'caller' | 'limits'>,
  conversationId: string,
  message: (Text | Card | Photo | Poll) & Sent,
  id = newId(),
): Promise<Message> {
  const { organizationId, userId } = caller;
  const { reply_to_id, ...rest } = message;
  const [membership, [replied]] = await Promise.all([
    lockConversation(tx, caller, conversationId),
    reply_to_id ? run(tx, repliedStatement, { organizationId, userId, conversationId, id: reply_to_id }) : [],
  ]);
  const parts = { ...('parts' in rest && rest.parts), ...(replied && { reply_to_seq: replied.seq }) };
  if (membership?.starts_request) {
    if (message.kind === 'photo' || message.kind === 'poll') throw fail('request_needs_text');
    startRequest(tx, { organizationId, conversationId, userId });
  }
  if (membership?.request === 'received' || membership?.request === 'declined')
    acceptRequest(tx, { organizationId, conversationId });
  const refusal = !membership
    ? fail('conversation_not_found')
    : membership.request === 'sent'
      ? fail('message_request_waits')
      : reply_to_id && !replied
        ? fail('validation_failed', { error: notAnswered, details: { reply_to_id: [notAnswered] } })
        : null;
  const read = readsOf(tx);
  const isPlain = message.kind === 'text' || message.kind === 'photo';
  // The message is read in the round trip that writes it; a repeated one is read again by its first id.
  const [secondsLeft, written, heard] = await Promise.all([
    membership?.starts_request ? limits.takeDaily(tx, 'first_messages', userId) : null,
    insertOnce(tx, conversationMessages, caller, conversationId, { ...rest, parts }, { id, refusal }),
    readHeardMessage(read, caller, id, isPlain && !replied ? 'new' : 'any'),
  ]);
  if (secondsLeft !== null)
    throw laterToday("You've written to a lot of new people today. You can write to more", secondsLeft);
  if (!heard) return (await readHeardMessage(read, caller, written.id))!.message;
  const isTold = message.kind === 'session' && message.isTold === true;
  const listeners = heard.listeners.map((listener) => ({ ...listener, muted: listener.muted || isTold }));
  messageCreated(tx, caller.organizationId, { ...heard, listeners });
  return heard.message;
}

const changeValues = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid', id: 'uuid' } as const;
const isMineAndRecent = `organization_id = $organizationId and conversation_id = $conversationId and id = $id
  and sender_id = $userId and deleted_at is null and created_at > now() - interval '${changeMessageMinutes} minutes'`;

const editStatement = statement('edit-message', { ...changeValues, content: 'text' })<{ id: string }>(
  `update messages set content = $content, edited_at = now() where ${isMineAndRecent} and kind in ('text', 'photo') returning id`,
);
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
const removeStatement = statement('remove-message', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  deleteSql("organization_id = $organizationId and id = $id and deleted_at is null and kind <> 'system'"),
);

export const editMessage = (ctx: MemberCtx, conversationId: string, id: string, content: string): Promise<Message> =>
  changeMessage(ctx, conversationId, id, (tx, message) => run(tx, editStatement, { ...message, content }));

export async function deleteMessage(ctx: MemberCtx, conversationId: string, id: string): Promise<undefined> {
  await changeMessage(ctx, conversationId, id, (tx, message) => run(tx, deleteStatement, message), true);
}

/** Removes a member's message, however old it is, and shows everyone that one was there. */
export async function removeMessage(tx: Db, sender: { organizationId: string; userId: string }, id: string) {
  const { organizationId } = sender;
  const [removed] = await run(tx, removeStatement, { organizationId, id });
  if (!removed) return;
  send(tx, redactStatement, { organizationId, id, minutes: DAYS_OF_EVENTS * 24 * 60 });
  const heard = await readHeardMessage(readsOf(tx), { ...sender, gymIds: [] }, id);
  if (heard) messageUpdated(tx, organizationId, heard);
}

/** Events are kept for so long. */
const DAYS_OF_EVENTS = 7;

const redactStatement = statement('redact-message-events', { organizationId: 'uuid', id: 'uuid', minutes: 'int' })(
  `update live_events e set data = case when e.data -> 'message' ->> 'id' = $id::text
      then jsonb_set(jsonb_set(e.data, '{message,content}', '""'), '{message,poll}', 'null') else jsonb_set(e.data, '{message,reply_to,content}', '""') end
  where e.scope_id = $organizationId and e.created_at > now() - make_interval(mins => $minutes) and e.type like 'message.%'
    and $id::text in (e.data -> 'message' ->> 'id', e.data -> 'message' -> 'reply_to' ->> 'id')`,
);

type Change = { organizationId: string; userId: string; conversationId: string; id: string };

/** Changes one of the caller's messages, and tells everyone who may read it. */
function changeMessage(
  ctx: MemberCtx,
  conversationId: string,
  id: string,
  change: (tx: Db, message: Change) => Promise<unknown[]>,
  isDeletion = false,
): Promise<Message> {
  const { caller } = ctx;
  const { organizationId, userId } = caller;
  return ctx.tx(async (tx) => {
    const read = readsOf(tx);
    if (!(await lockConversation(tx, caller, conversationId))) throw fail('conversation_not_found');
    const [[changed], heard] = await Promise.all([
      change(tx, { organizationId, userId, conversationId, id }),
      readHeardMessage(read, caller, id),
    ]);
    const mayRead = heard?.message.conversation_id === conversationId && isListening(heard.listeners, userId);
    if (!heard || !mayRead) throw fail('message_not_found');
    if (!changed && heard.message.sender?.id !== userId) throw fail('access_denied');
    // The answer to the first call was lost on its way.
    if (!changed && isDeletion && heard.message.deleted_at) return heard.message;
    if (!changed) throw fail('message_locked');
    // A reader who catches up with the stream must not get the old text either.
    send(tx, redactStatement, { organizationId, id, minutes: changeMessageMinutes + 5 });
    messageUpdated(tx, organizationId, heard);
    return heard.message;
  });
}

const isListening = (listeners: { user_id: string }[], userId: string) =>
  listeners.some(({ user_id }) => user_id === userId);
