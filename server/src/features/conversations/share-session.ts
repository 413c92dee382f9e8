import type { Message } from '@spotter/contract/conversations.ts';
import { hideMessage, insertOnce } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import { sessionVisibleTo, visibleSession } from '#features/sessions/index.ts';
import { blockedBetween, hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, statement } from '#platform/db/statement.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { conversationMessages, readConversation, readMessage } from './conversations.read.ts';

/** Sends a session the caller can see as a card into a conversation they are in. */
export async function shareSessionToChat(ctx: MemberCtx, sessionId: string, conversationId: string): Promise<Message> {
  const { caller } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    const read = readsOf(tx);
    const [visible] = await run(tx, visibleStatement, { ...caller, id: sessionId });
    if (!visible) throw fail('session_not_found');
    // Concurrent senders queue here, so that numbers follow the order of commits.
    await tx
      .selectFrom('conversations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .execute();
    if (!(await readConversation(read, caller, conversationId))) throw fail('conversation_not_found');
    const card = { kind: 'session', parts: { session_id: sessionId } };
    const { id } = await insertOnce(tx, conversationMessages, caller, conversationId, card);
    const message = await readMessage(read, caller, id);
    tell(tx, () => messageCreated(tx, organizationId, message));
    return message;
  });
}

const visibleStatement = statement('visible-session', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})(`with ${hiddenCte} select from sessions s where s.id = $id and ${visibleSession}`);

type Listener = { user_id: string; muted: boolean; hidden: boolean; sees_card: boolean };

const listenersStatement = statement('message-listeners', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  senderId: 'uuid?',
  sessionId: 'uuid?',
})<Listener>(
  `select w.user_id, coalesce(w.muted_until > now(), false) as muted, ${blockedBetween('w.user_id', '$senderId')} as hidden,
    exists (select from sessions s
      where s.organization_id = $organizationId and s.id = $sessionId and ${sessionVisibleTo('u')}) as sees_card
  from conversation_members w join users u on u.id = w.user_id
  where w.organization_id = $organizationId and w.conversation_id = $conversationId`,
);

/** Sends a message to every member as they may read it, and notifies those who have not muted the conversation. */
async function messageCreated(tx: Db, organizationId: string, message: Message): Promise<News[]> {
  const { conversation_id } = message;
  const senderId = message.sender?.id ?? null;
  const sessionId = message.session?.id ?? null;
  const listening = { organizationId, conversationId: conversation_id, senderId, sessionId };
  const members = await run(tx, listenersStatement, listening);
  const idsOf = (those: (member: Listener) => boolean) => members.filter(those).map(({ user_id }) => user_id);
  const forOthers = { ...message, client_nonce: null };
  const heard = (told: Message, to: string[]): News => ({
    scope: organizationId,
    type: 'message.created',
    data: { conversation_id, message: told },
    to,
  });
  const isOther = ({ user_id, hidden }: Listener) => user_id !== senderId && !hidden;

  return [
    notification({
      organizationId,
      kind: 'message',
      to: idsOf(({ muted, hidden }) => !muted && !hidden),
      actorId: senderId,
      conversationId: conversation_id,
      fold: `conversation:${conversation_id}`,
      data: { message_id: message.id },
    }),
    heard(
      message,
      idsOf(({ user_id }) => user_id === senderId),
    ),
    heard(
      forOthers,
      idsOf((member) => isOther(member) && member.sees_card),
    ),
    heard(
      { ...forOthers, session: null },
      idsOf((member) => isOther(member) && !member.sees_card),
    ),
    heard(
      hideMessage(message, { session: null }),
      idsOf(({ hidden }) => hidden),
    ),
  ];
}
