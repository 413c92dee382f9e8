import type { Message } from '@spotter/contract/conversations.ts';
import { changeMessageMinutes } from '@spotter/contract/limits.ts';
import { insertOnce } from '#features/messages/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { messageCreated, messageUpdated } from './conversations.events.ts';
import { lockConversation } from './conversations.lock.ts';
import { conversationMessages, readHeardMessage } from './conversations.read.ts';

type Text = { kind: 'text'; content: string; client_nonce: string | undefined };
type Card = { kind: 'session'; parts: { session_id: string } };

export const sendMessage = (
  ctx: MemberCtx,
  id: string,
  { content, client_nonce }: { content: string; client_nonce?: string | undefined },
): Promise<Message> => ctx.tx((tx) => sendOnce(tx, ctx.caller, id, { kind: 'text', content, client_nonce }));

/** Writes a message to a conversation the caller is in, once per nonce. */
export async function sendOnce(tx: Db, caller: Member, conversationId: string, message: Text | Card): Promise<Message> {
  const membership = await lockConversation(tx, caller, conversationId);
  const id = newId();
  const read = readsOf(tx);
  // The message is read in the round trip that writes it; a repeated one is read again by its first id.
  const [written, heard] = await Promise.all([
    insertOnce(tx, conversationMessages, caller, conversationId, message, {
      id,
      refusal: membership ? null : 'conversation_not_found',
    }),
    readHeardMessage(read, caller, id),
  ]);
  if (!heard) return (await readHeardMessage(read, caller, written.id))!.message;
  messageCreated(tx, caller.organizationId, heard);
  return heard.message;
}

const changeValues = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid', id: 'uuid' } as const;
const isMineAndRecent = `organization_id = $organizationId and conversation_id = $conversationId and id = $id
  and sender_id = $userId and deleted_at is null and created_at > now() - interval '${changeMessageMinutes} minutes'`;

const editStatement = statement('edit-message', { ...changeValues, content: 'text' })<{ id: string }>(
  `update messages set content = $content, edited_at = now() where ${isMineAndRecent} and kind = 'text' returning id`,
);
const deleteStatement = statement(
  'delete-message',
  changeValues,
)<{ id: string }>(
  `update messages set content = '', session_id = null, deleted_at = now() where ${isMineAndRecent} returning id`,
);

export const editMessage = (ctx: MemberCtx, conversationId: string, id: string, content: string): Promise<Message> =>
  changeMessage(ctx, conversationId, id, (tx, message) => run(tx, editStatement, { ...message, content }));

export async function deleteMessage(ctx: MemberCtx, conversationId: string, id: string): Promise<undefined> {
  await changeMessage(ctx, conversationId, id, (tx, message) => run(tx, deleteStatement, message));
}

const redactStatement = statement('redact-message-events', { organizationId: 'uuid', id: 'uuid' })(
  `update live_events e set data = jsonb_set(e.data, '{message,content}', '""')
  where e.scope_id = $organizationId and e.created_at > now() - interval '20 minutes'
    and e.type like 'message.%' and e.data -> 'message' ->> 'id' = $id::text`,
);

type Change = { organizationId: string; userId: string; conversationId: string; id: string };

/** Changes one of the caller's messages, and tells everyone who may read it. */
function changeMessage(
  ctx: MemberCtx,
  conversationId: string,
  id: string,
  change: (tx: Db, message: Change) => Promise<unknown[]>,
): Promise<Message> {
  const { caller } = ctx;
  const { organizationId, userId } = caller;
  return ctx.tx(async (tx) => {
    const read = readsOf(tx);
    if (!(await lockConversation(tx, caller, conversationId))) throw fail('conversation_not_found');
    const [changed] = await change(tx, { organizationId, userId, conversationId, id });
    const heard = await readHeardMessage(read, caller, id);
    const mayRead = heard?.message.conversation_id === conversationId && isListening(heard.listeners, userId);
    if (!heard || !mayRead) throw fail('message_not_found');
    if (!changed) throw fail('message_locked');
    // A reader who catches up with the stream must not get the old text either.
    send(tx, redactStatement, { organizationId, id });
    messageUpdated(tx, organizationId, heard);
    return heard.message;
  });
}

const isListening = (listeners: { user_id: string }[], userId: string) =>
  listeners.some(({ user_id }) => user_id === userId);
