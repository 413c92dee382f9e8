import { homeSuggestions } from '@spotter/contract/home-lists.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export const friendKeys = {
  all: ['friends'] as const,
  list: ['friends', 'list'] as const,
  suggestions: ['friends', 'suggestions'] as const,
  requests: ['friends', 'requests'] as const,
};

export const friendsQuery = () =>
  queryOptions({
    queryKey: friendKeys.list,
    queryFn: ({ signal }) => api.listFriends({ query: { page_size: 100 } }, { signal }),
  });

export type FriendRequest = Answer<'listFriendRequests'>['results'][number];

export const friendRequestsQuery = () =>
  queryOptions({
    queryKey: friendKeys.requests,
    queryFn: ({ signal }) => api.listFriendRequests({}, { signal }),
    staleTime: 0,
  });

/** Answers a friend request and reads the lists again either way. */
function useAnswer(answer: (request: FriendRequest) => Promise<unknown>, onSuccess?: (request: FriendRequest) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: answer,
    onSuccess: (_answer, request) => onSuccess?.(request),
    onError: (error) => toasts.error(errorText(error, "Couldn't send your answer. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendKeys.all }),
  });
}

export const useAcceptFriendRequest = () =>
  useAnswer(
    ({ id }) => api.acceptFriendRequest({ params: { id }, body: {} }),
    ({ sender }) => toasts.success(`You and ${sender.first_name} are now friends.`),
  );

export const useDeclineFriendRequest = () =>
  useAnswer(({ id }) => api.declineFriendRequest({ params: { id }, body: {} }));

type Suggestions = Answer<'listFriendSuggestions'>;
export type Suggestion = Suggestions['results'][number];

export const friendSuggestionsQuery = () =>
  queryOptions({
    queryKey: friendKeys.suggestions,
    queryFn: ({ signal }) => api.listFriendSuggestions({ query: homeSuggestions }, { signal }),
  });

export const useSendFriendRequest = () =>
  useMutation({
    mutationFn: (person: Suggestion['person']) => api.sendFriendRequest({ body: { receiver_id: person.id } }),
    onError: (error, person) => {
      // Already sent from another device, so the result is the same.
      if (error instanceof ApiError && /^(friend_request_exists|already_friends)$/.test(error.code)) return;
      toasts.error(errorText(error, `Couldn't send ${person.first_name} a friend request. Try again.`));
    },
  });

/** Withdraws a friend request by its id. */
export const useRemoveFriend = () =>
  useMutation({
    mutationFn: (requestId: string) => api.removeFriend({ params: { id: requestId } }),
    onError: (error) => toasts.error(errorText(error, "Couldn't withdraw the request. Try again.")),
  });
