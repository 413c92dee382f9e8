import { homeSuggestions } from '@spotter/contract/home-lists.ts';
import { largestPage } from '@spotter/contract/limits.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

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
    queryFn: ({ signal }) => api.listFriends({ query: { page_size: largestPage } }, { signal }),
    meta: { kept: true },
  });

/** Friends by name: the first hundred are not all of them. */
export const namedFriendsQuery = (q: string) =>
  queryOptions({
    queryKey: [...friendKeys.list, 'named', q],
    queryFn: ({ signal }) => api.listFriends({ query: { q, page_size: largestPage } }, { signal }),
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
    // A search is over when the window closes.
    meta: { kept: q === '' },
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
    meta: { kept: true },
    staleTime: 0,
  });

export const sentFriendRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.requests, 'sent'],
    queryFn: ({ pageParam: page, signal }) =>
      api.listSentFriendRequests({ query: { page, page_size: 50 } }, { signal }),
    ...byPage,
    meta: { kept: true },
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
    meta: { kept: true },
  });

export const allFriendSuggestionsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...friendKeys.suggestions, 'all'],
    queryFn: ({ pageParam: page, signal }) => api.listFriendSuggestions({ query: { page, page_size: 20 } }, { signal }),
    ...byPage,
  });
