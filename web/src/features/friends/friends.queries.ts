import { homeSuggestions } from '@spotter/contract/home-lists.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export const friendKeys = {
  all: ['friends'] as const,
  list: ['friends', 'list'] as const,
  suggestions: ['friends', 'suggestions'] as const,
  requests: ['friends', 'requests'] as const,
  search: ['friends', 'search'] as const,
};

export const friendsQuery = () =>
  queryOptions({
    queryKey: friendKeys.list,
    queryFn: ({ signal }) => api.listFriends({ query: { page_size: 100 } }, { signal }),
  });

/** Friends by name: the first hundred are not all of them. */
export const namedFriendsQuery = (q: string) =>
  queryOptions({
    queryKey: [...friendKeys.list, 'named', q],
    queryFn: ({ signal }) => api.listFriends({ query: { q, page_size: 100 } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });

export type Friend = Answer<'listFriends'>['results'][number];

export const FRIENDS_PER_PAGE = 50;

/** One page of the friends a search finds; all of them without a search. */
export const friendPageQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: [...friendKeys.list, q, page],
    queryFn: ({ signal }) =>
      api.listFriends({ query: { page, page_size: FRIENDS_PER_PAGE, q: q || undefined } }, { signal }),
    // The next session together also changes with sessions.
    staleTime: 5_000,
  });

export type FriendRequest = Answer<'listFriendRequests'>['results'][number];

type AnyPage = { next: string | null };
/** Lists that grow as they are scrolled, page by page. */
const byPage = {
  initialPageParam: 1,
  getNextPageParam: ({ next }: AnyPage, pages: readonly AnyPage[]) => (next ? pages.length + 1 : undefined),
};

export const friendRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.requests, 'received'],
    queryFn: ({ pageParam: page, signal }) => api.listFriendRequests({ query: { page, page_size: 50 } }, { signal }),
    ...byPage,
    staleTime: 0,
  });

export const sentFriendRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.requests, 'sent'],
    queryFn: ({ pageParam: page, signal }) =>
      api.listSentFriendRequests({ query: { page, page_size: 50 } }, { signal }),
    ...byPage,
    // A declined request tells its sender nothing.
    staleTime: 0,
  });

export type FoundPerson = Answer<'searchPeople'>['results'][number];

export const peopleSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.search, q],
    queryFn: ({ pageParam: page, signal }) => api.searchPeople({ query: { q, page } }, { signal }),
    ...byPage,
    enabled: q !== '',
    staleTime: 0,
  });

type Suggestions = Answer<'listFriendSuggestions'>;
export type Suggestion = Suggestions['results'][number];
export type Person = Suggestion['person'];

export const friendSuggestionsQuery = () =>
  queryOptions({
    queryKey: friendKeys.suggestions,
    queryFn: ({ signal }) => api.listFriendSuggestions({ query: homeSuggestions }, { signal }),
  });

export const allFriendSuggestionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.suggestions, 'all'],
    queryFn: ({ pageParam: page, signal }) => api.listFriendSuggestions({ query: { page, page_size: 20 } }, { signal }),
    ...byPage,
  });

/**
 * Whom the reader has asked while the app is open, with the request's id. Suggestions stay on the screen after a tap, so
 * live events keep this, also for requests from another device.
 */
const askedKey = ['asked-to-be-friends'] as const;
type AskedPeople = Readonly<Record<string, string>>;

export const useAskedPeople = (): AskedPeople =>
  useQuery<AskedPeople>({ queryKey: askedKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? {};

export const keepAsked = (queryClient: QueryClient, personId: string, requestId: string) =>
  queryClient.setQueryData<AskedPeople>(askedKey, (asked) => ({ ...asked, [personId]: requestId }));
export const dropAsked = (queryClient: QueryClient, isOver: (personId: string, requestId: string) => boolean) =>
  queryClient.setQueryData<AskedPeople>(askedKey, (asked = {}) =>
    Object.fromEntries(Object.entries(asked).filter(([person, request]) => !isOver(person, request))),
  );

/** The reader's own requests; suggestions stay, so that a row doesn't vanish under the thumb that asked. */
const ownRequests = [friendKeys.requests, friendKeys.search];

export function useSendFriendRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (person: Person) => api.sendFriendRequest({ body: { receiver_id: person.id } }),
    onMutate: ({ id }) => void keepAsked(queryClient, id, ''),
    onSuccess: (request, { id }) => void keepAsked(queryClient, id, request.id),
    onError: (error, person) => {
      // Already sent from another device, so the result is the same.
      if (error instanceof ApiError && /^(friend_request_exists|already_friends)$/.test(error.code)) return;
      dropAsked(queryClient, (id) => id === person.id);
      toasts.error(errorText(error, `Couldn't send ${person.first_name} a friend request. Try again.`));
    },
    onSettled: (request) => {
      const changed = request?.status === 'accepted' ? [friendKeys.all] : ownRequests;
      for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Withdraws a friend request by its id, at once. */
export function useWithdrawFriendRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.removeFriend({ params: { id } }),
    onSuccess: (_, id) => void dropAsked(queryClient, (_person, request) => request === id),
    onError: (error) => toasts.error(errorText(error, "Couldn't withdraw the request. Try again.")),
    onSettled: () => {
      for (const queryKey of ownRequests) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
