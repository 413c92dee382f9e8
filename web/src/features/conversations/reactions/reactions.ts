import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { conversationChat } from '../conversation-chat.ts';
import { changeConversation, withReactions } from '../conversations.cache.ts';
import type { Message } from '../conversations.queries.ts';

type Reactions = Message['reactions'];

/** After the reader has added or taken back an emoji, in the server's order. */
function toggled(reactions: Reactions, emoji: string): Reactions {
  const held = reactions.find((one) => one.emoji === emoji) ?? { emoji, count: 0, is_mine: false };
  const changed = { emoji, count: held.count + (held.is_mine ? -1 : 1), is_mine: !held.is_mine };
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

type Toggle = { message: Message; emoji: string };

/** Adds an emoji to a message, or takes it back; it shows at once. */
export function useToggleReaction() {
  const queryClient = useQueryClient();
  const show = ({ conversation_id, seq }: Message, reactions: Reactions) =>
    showReactions(queryClient, conversation_id, seq, reactions);
  const mutationKey = ['toggle-reaction'];
  return useMutation({
    mutationKey,
    // One after the other, so that taking back never overtakes adding.
    scope: { id: 'toggle-reaction' },
    mutationFn: ({ message, emoji }: Toggle) => {
      const call = { params: { id: message.conversation_id, messageId: message.id, emoji } };
      return isMine(message, emoji) ? api.removeReaction(call) : api.addReaction(call);
    },
    onMutate: ({ message, emoji }) => show(message, toggled(message.reactions, emoji)),
    onSuccess: (answer) => {
      // A later tap shows already what this answer doesn't know.
      if (queryClient.isMutating({ mutationKey }) === 1) show(answer, answer.reactions);
    },
    onError: (error, { message }) => {
      show(message, message.reactions);
      toasts.error(errorText(error, "Couldn't save your reaction. Try again."));
    },
  });
}
