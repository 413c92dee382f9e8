import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { NewOption } from '@spotter/contract/conversations/message-polls.ts';
import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { findFirstSent, insertMessage } from '#features/messages/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, laterToday } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { messageCreated, messageUpdated } from '../conversations.events.ts';
import { acceptRequest, startRequest } from '../direct/requests.service.ts';
import { readHeardMessage } from '../heard-messages.read.ts';
import { conversationMessages } from '../message-text.read.ts';
import { deleteAny, deleteRecent, editRecent, findReplied, type OwnMessage, redactEvents } from './messages.repo.ts';

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
type PollDetails = { options: NewOption[]; gym: { id: string; timezone: string } | null };
type Poll = { kind: 'poll'; content: string; parts: { details: PollDetails } };
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

const notAnswered = 'The message you replied to is no longer there';

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
  const [membership, repliedSeq] = await Promise.all([
    lockConversation(tx, caller, conversationId),
    reply_to_id ? findReplied(tx, { organizationId, userId, conversationId, id: reply_to_id }) : undefined,
  ]);
  const parts = { ...('parts' in rest && rest.parts), ...(repliedSeq && { reply_to_seq: repliedSeq }) };
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
      : reply_to_id && !repliedSeq
        ? fail('validation_failed', { error: notAnswered, ...fieldError('reply_to_id', notAnswered) })
        : null;
  const read = readsOf(tx);
  const isPlain = message.kind === 'text' || message.kind === 'photo';
  const written = { ...rest, parts, id };
  if (!refusal) insertMessage(tx, conversationMessages, caller, conversationId, written);
  // The message is read in the round trip that writes it; a repeated one is read again by its first id.
  const [secondsLeft, heard] = await Promise.all([
    membership?.starts_request ? limits.takeDaily(tx, 'first_messages', userId) : null,
    readHeardMessage(read, caller, id, isPlain && !repliedSeq ? 'new' : 'any'),
  ]);
  if (secondsLeft !== null)
    throw laterToday("You've written to a lot of new people today. You can write to more", secondsLeft);
  if (!heard) {
    const first = await findFirstSent(tx, conversationMessages, caller, conversationId, written, refusal);
    return (await readHeardMessage(read, caller, first))!.message;
  }
  const isTold = message.kind === 'session' && message.isTold === true;
  const listeners = heard.listeners.map((listener) => ({ ...listener, muted: listener.muted || isTold }));
  messageCreated(tx, caller.organizationId, { ...heard, listeners });
  return heard.message;
}

export const editMessage = (ctx: MemberCtx, conversationId: string, id: string, content: string): Promise<Message> =>
  changeMessage(ctx, conversationId, id, (tx, message) => editRecent(tx, message, content));

export async function deleteMessage(ctx: MemberCtx, conversationId: string, id: string): Promise<undefined> {
  await changeMessage(ctx, conversationId, id, deleteRecent, true);
}

/** Removes a member's message, however old it is, and shows everyone that one was there. */
export async function removeMessage(tx: Db, sender: { organizationId: string; userId: string }, id: string) {
  const { organizationId } = sender;
  if (!(await deleteAny(tx, { organizationId, id }))) return;
  redactEvents(tx, { organizationId, id, minutes: DAYS_OF_EVENTS * 24 * 60 });
  const heard = await readHeardMessage(readsOf(tx), { ...sender, gymIds: [] }, id);
  if (heard) messageUpdated(tx, organizationId, heard);
}

/** Events are kept for so long. */
const DAYS_OF_EVENTS = 7;

/** Changes one of the caller's messages, and tells everyone who may read it. */
function changeMessage(
  ctx: MemberCtx,
  conversationId: string,
  id: string,
  change: (tx: Db, message: OwnMessage) => Promise<boolean>,
  isDeletion = false,
): Promise<Message> {
  const { caller } = ctx;
  const { organizationId, userId } = caller;
  return ctx.tx(async (tx) => {
    const read = readsOf(tx);
    if (!(await lockConversation(tx, caller, conversationId))) throw fail('conversation_not_found');
    const [changed, heard] = await Promise.all([
      change(tx, { organizationId, userId, conversationId, id }),
      readHeardMessage(read, caller, id),
    ]);
    const mayRead = heard?.message.conversation_id === conversationId && isListening(heard.listeners, userId);
    if (!heard || !mayRead) throw fail('message_not_found');
    if (!changed && heard.message.sender?.id !== userId) throw fail('access_denied');
    // The answer to the first call was lost on its way.
    if (!changed && isDeletion && heard.message.deleted_at) return heard.message;
    if (!changed) throw fail('message_locked');
    redactEvents(tx, { organizationId, id, minutes: changeMessageMinutes + 5 });
    messageUpdated(tx, organizationId, heard);
    return heard.message;
  });
}

const isListening = (listeners: { user_id: string }[], userId: string) =>
  listeners.some(({ user_id }) => user_id === userId);
