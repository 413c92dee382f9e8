import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { conversationChat } from '../conversation-chat.ts';
import { changeConversation, withReactions } from '../conversations.cache.ts';
import type { Message } from '../conversations.queries.ts';

type Reactions = Message['reactions'];

/** With an emoji of the reader, or without it, in the server's order. */
function withOwn(reactions: Reactions, emoji: string, add: boolean): Reactions {
  const held = reactions.find((one) => one.emoji === emoji) ?? { emoji, count: 0, is_mine: false };
  if (held.is_mine === add) return reactions;
  const changed = { emoji, count: held.count + (add ? 1 : -1), is_mine: add };
  return [...reactions.filter((one) => one.emoji !== emoji), changed]
    .filter(({ count }) => count > 0)
    .sort((one, other) => (one.emoji < other.emoji ? -1 : 1));
}

export const isMine = ({ reactions }: Message, emoji: string) =>
  reactions.some((one) => one.emoji === emoji && one.is_mine);

export function showReactions(queryClient: QueryClient, conversationId: string, seq: number, reactions: Reactions) {
  conversationChat.change(queryClient, conversationId, seq, (message) => ({ ...message, reactions }));
  changeConversation(queryClient, conversationId, withReactions(seq, reactions));
}

const show = (queryClient: QueryClient, { conversation_id, seq }: Message, reactions: Reactions) =>
  showReactions(queryClient, conversation_id, seq, reactions);

/** One after the other on a message, so that taking back never overtakes adding. */
const scopeOf = ({ id }: Message) => `reaction:${id}`;

export const setReaction: Write<{ message: Message; emoji: string; add: boolean }, Message> = {
  name: 'setReaction',
  scope: ({ message }) => scopeOf(message),
  words: ({ emoji, add }) => (add ? `React with ${emoji}` : `Take back ${emoji}`),
  send({ message, emoji, add }, options) {
    const call = { params: { id: message.conversation_id, messageId: message.id, emoji } };
    return add ? api.addReaction(call, options) : api.removeReaction(call, options);
  },
  show({ message, emoji, add }, { queryClient }) {
    show(queryClient, message, withOwn(message.reactions, emoji, add));
    return () => show(queryClient, message, message.reactions);
  },
  shownIn: ({ message }) => [conversationChat.keys.of(message.conversation_id)],
  failureText: "Couldn't save your reaction. Try again.",
  onSent(answer, { message }, { queryClient }) {
    // A later tap shows already what this answer doesn't know.
    const unanswered = outbox.read().filter(({ scope }) => scope === scopeOf(message));
    if (unanswered.length === 1) show(queryClient, answer, answer.reactions);
  },
};

/** Adds an emoji to a message, or takes it back; it shows at once. */
export function useToggleReaction() {
  const write = useWrite(setReaction);
  return (message: Message, emoji: string) => void write({ message, emoji, add: !isMine(message, emoji) });
}
