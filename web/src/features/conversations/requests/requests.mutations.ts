import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { changeConversation, keepConversation, readAnew, readListsAnew } from '../conversations.cache.ts';
import type { Person } from '../conversations.queries.ts';

export function useAcceptConversation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.acceptConversation({ params: { id } }),
    onSuccess: (conversation) => {
      keepConversation(queryClient, conversation);
      changeConversation(queryClient, conversation.id, () => conversation);
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't accept the request. Try again.")),
    // It moves to the chats.
    onSettled: () => readListsAnew(queryClient),
  });
}

export function useDeclineConversation(onDeclined: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.declineConversation({ params: { id } }),
    onSuccess: () => {
      onDeclined();
      toasts.success('Request declined');
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't decline the request. Try again.")),
    onSettled: (_answer, _error, id) => readAnew(queryClient, id),
  });
}

export function useBlockSender(onBlocked: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Person) => api.blockUser({ params: { id } }),
    onSuccess: (_answer, { first_name }) => {
      onBlocked();
      toasts.success(`${first_name} is blocked`);
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't block. Try again.")),
    onSettled: () => readListsAnew(queryClient),
  });
}
