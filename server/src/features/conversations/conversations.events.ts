import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { Quote } from '@spotter/contract/messages.ts';
import { hideMessage } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { tell } from '#platform/events/tell.ts';
import type { News } from '#platform/events/write.ts';
import { conversationNews } from './conversations.read.ts';
import type { HeardMessage, Listener } from './heard-messages.read.ts';

/**
 * Sends a new message to every member as they may read it, and notifies members who have not muted the conversation.
 */
export function messageCreated(tx: Db, organizationId: string, { message, listeners }: HeardMessage): void {
  const { id, conversation_id, sender } = message;
  tell(tx, ...messageNews(organizationId, 'message.created', { message, listeners }));
  if (!sender) return;
  const isTold = ({ muted, hidden_ids }: Listener) => !muted && !hidden_ids.includes(sender.id);
  tell(
    tx,
    notification({
      organizationId,
      kind: 'message',
      to: listeners.filter(isTold).map(({ user_id }) => user_id),
      actorId: sender.id,
      conversationId: conversation_id,
      fold: foldKeys.conversation(conversation_id),
      data: { message_id: id },
    }),
  );
}

/** Sends an edited or deleted message. */
export const messageUpdated = (tx: Db, organizationId: string, heard: HeardMessage): void =>
  tell(tx, ...messageNews(organizationId, 'message.updated', heard));

function messageNews(
  scope: string,
  type: 'message.created' | 'message.updated',
  { message, listeners }: HeardMessage,
): News[] {
  const alike = Map.groupBy(listeners, (listener) => JSON.stringify(asReadBy(message, listener)));
  return [...alike.values()].map((readers) => ({
    scope,
    type,
    data: { conversation_id: message.conversation_id, message: asReadBy(message, readers[0]!) },
    to: readers.map(({ user_id }) => user_id),
  }));
}

/** A message with full content for its sender, as another member reads it. */
function asReadBy(message: Message, { user_id, sees_card, sees_quote, hidden_ids, reactions }: Listener): Message {
  const { sender, session, notice, client_nonce, reply_to } = message;
  if (sender && hidden_ids.includes(sender.id))
    return hideMessage(message, {
      session: null,
      notice: null,
      photo: null,
      poll: null,
      reply_to: null,
      reactions: [],
    });
  const isVisible = ({ id }: { id: string }) => !hidden_ids.includes(id);
  return {
    ...message,
    client_nonce: sender?.id === user_id ? client_nonce : null,
    session: sees_card ? session : null,
    reply_to: reply_to && (sees_quote ? reply_to : concealed(reply_to)),
    reactions,
    notice: notice && {
      ...notice,
      actor: notice.actor && isVisible(notice.actor) ? notice.actor : null,
      people: notice.people.filter(isVisible),
    },
  };
}

const concealed = ({ seq }: Quote): Quote => ({
  id: null,
  seq,
  state: 'hidden',
  sender: null,
  kind: 'text',
  content: '',
});

/** Sends the reactions to a message to everyone who may read it and see the member who just changed them. */
export function messageReacted(tx: Db, organizationId: string, { message, listeners }: HeardMessage): void {
  const { conversation_id, id: message_id, seq, sender } = message;
  const told = listeners.filter(
    ({ sees_actor, hidden_ids }) => sees_actor && !(sender && hidden_ids.includes(sender.id)),
  );
  const alike = Map.groupBy(told, ({ reactions }) => JSON.stringify(reactions));
  for (const readers of alike.values())
    tell(tx, {
      scope: organizationId,
      type: 'message.reacted',
      data: { conversation_id, message_id, seq, reactions: readers[0]!.reactions },
      to: readers.map(({ user_id }) => user_id),
    });
}

type About = { organizationId: string; conversationId: string };

type Read = About & { userId: string; seq: number; readers: string[] };

/** Tells how far a member has read. */
export const conversationRead = (tx: Db, { organizationId, conversationId, userId, seq, readers }: Read): void =>
  tell(tx, {
    scope: organizationId,
    type: 'conversation.read',
    data: { conversation_id: conversationId, user_id: userId, last_read_seq: seq },
    to: readers,
  });

/**
 * Every member reads the conversation again, except those who were just told that they joined. The event names nobody, so
 * it also goes to members who are hidden from the one who acted.
 */
export const membersReread = (tx: Db, { organizationId, conversationId }: About, except: readonly string[] = []) =>
  tell(tx, {
    scope: organizationId,
    part: conversationNews,
    rows: [{ conversation_id: conversationId, except_ids: except }],
  });

type Change = 'conversation.created' | 'conversation.updated' | 'conversation.left';

/** Tells members that they joined a conversation, that it changed, or that they left it. They read it again. */
export const conversationChanged = (
  tx: Db,
  type: Change,
  { organizationId, conversationId }: About,
  to: readonly string[],
): void => tell(tx, { scope: organizationId, type, data: { conversation_id: conversationId }, to });
