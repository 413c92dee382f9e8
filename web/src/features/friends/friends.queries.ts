import { queryOptions, useMutation } from '@tanstack/react-query';
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

export const answerFriendRequest = async ({ request: { id }, accept }: { request: FriendRequest; accept: boolean }) => {
  if (accept) await api.acceptFriendRequest({ params: { id }, body: {} });
  else await api.declineFriendRequest({ params: { id }, body: {} });
};

type Suggestions = Answer<'listFriendSuggestions'>;
export type Suggestion = Suggestions['results'][number];

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: friendKeys.suggestions,
    queryFn: ({ signal }) => api.listFriendSuggestions({ query: { page_size: 8 } }, { signal }),
  });

/** Asks somebody, in one tap, and takes it back in another. */
export function useAskToTrain() {
  const withdraw = useMutation({
    mutationFn: (requestId: string) => api.removeFriend({ params: { id: requestId } }),
    onError: (error) => toasts.error(errorText(error, 'The request was not taken back. Please try again.')),
  });
  const ask = useMutation({
    mutationFn: (person: Suggestion['person']) => api.sendFriendRequest({ body: { receiver_id: person.id } }),
    onError: (error, person) => {
      // Somebody who was quicker on another device has asked already: that is what was wanted.
      if (error instanceof ApiError && /^(friend_request_exists|already_friends)$/.test(error.code)) return;
      toasts.error(errorText(error, `${person.first_name} was not asked. Please try again.`));
    },
  });
  return { ask, withdraw };
}
