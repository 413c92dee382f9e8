import { api } from '#platform/api/api.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { changeConversation, heldIn, keepConversation, readAnew, readListsAnew } from '../conversations.cache.ts';
import type { Conversation } from '../conversations.queries.ts';

/** A conversation that begins with a message request, and who sent it. */
type Request = { id: string; firstName: string };

/** Shown at once, and as a request again if the server refuses. */
const shownAs =
  (answered: Conversation['request']): NonNullable<Write<Request, unknown>['show']> =>
  ({ id }, { queryClient }) => {
    const show = (request: Conversation['request']) =>
      void changeConversation(queryClient, id, (one) => ({ ...one, request }));
    show(answered);
    return () => show('received');
  };

export const acceptConversation: Write<Request, Conversation> = {
  name: 'acceptConversation',
  scope: ({ id }) => `conversation:${id}`,
  words: ({ firstName }) => `Accept ${firstName}'s message request`,
  send: ({ id }, options) => api.acceptConversation({ params: { id } }, options),
  show: shownAs(null),
  shownIn: ({ id }) => heldIn(id),
  failureText: "Couldn't accept the request. Try again.",
  onSent: (conversation, _request, { queryClient }) => {
    keepConversation(queryClient, conversation);
    changeConversation(queryClient, conversation.id, () => conversation);
  },
  // It moves to the chats.
  onSettled: (_request, { queryClient }) => readListsAnew(queryClient),
};

export const declineConversation: Write<Request, unknown> = {
  name: 'declineConversation',
  scope: ({ id }) => `conversation:${id}`,
  words: ({ firstName }) => `Decline ${firstName}'s message request`,
  send: ({ id }, options) => api.declineConversation({ params: { id } }, options),
  show: shownAs('declined'),
  shownIn: ({ id }) => heldIn(id),
  failureText: "Couldn't decline the request. Try again.",
  onSent: () => void toasts.success('Request declined'),
  onSettled: ({ id }, { queryClient }) => readAnew(queryClient, id),
};

export const useAcceptConversation = () => useWrite(acceptConversation);

export function useDeclineConversation(onDeclined: () => void) {
  const write = useWrite(declineConversation);
  return async (request: Request) => {
    const outcome = await write(request);
    if (outcome === 'waiting' || 'answer' in outcome) onDeclined();
  };
}
