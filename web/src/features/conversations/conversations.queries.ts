import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

type ConversationPage = Answer<'listConversations'>;
export type Conversation = ConversationPage['results'][number];
export type Message = NonNullable<Conversation['last_message']>;
export type Participant = Conversation['participants'][number];
export type Person = Omit<Participant, 'is_admin' | 'last_read_seq' | 'delivered_seq'>;
export type ConversationPages = InfiniteData<ConversationPage, unknown>;

export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (archived: boolean) => ['conversations', 'list', archived ? 'archived' : 'active'] as const,
  unread: ['conversations', 'unread'] as const,
  requests: ['conversations', 'list', 'requests'] as const,
  ones: ['conversations', 'one'] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
};

export const conversationsQuery = (archived: boolean) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.list(archived),
    queryFn: ({ pageParam: page, signal }) =>
      api.listConversations({ query: { page, page_size: 30, archived } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next ? pages.length + 1 : undefined),
    meta: { kept: true },
  });

export const unreadConversationsQuery = () =>
  queryOptions({
    queryKey: conversationKeys.unread,
    queryFn: ({ signal }) => api.listUnreadConversations({}, { signal }),
    select: ({ conversation_ids }) => conversation_ids.length,
  });

/** First messages by people who aren't friends. */
export const messageRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: conversationKeys.requests,
    queryFn: ({ pageParam: page, signal }) =>
      api.listConversations({ query: { page, page_size: 30, requests: true } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next ? pages.length + 1 : undefined),
    meta: { kept: true },
  });

/** A conversation may stand on two pages when the list moved between the reads. */
export const conversationsIn = (pages: ConversationPages | undefined): Conversation[] => [
  ...new Map(pages?.pages.flatMap(({ results }) => results).map((one) => [one.id, one])).values(),
];

export const isMuted = ({ is_muted, muted_until }: Conversation, now: number) =>
  is_muted && (muted_until === null || Date.parse(muted_until) > now);

/** Shows what the list knows until it is read. */
export const conversationQuery = (queryClient: QueryClient, id: string) =>
  queryOptions({
    queryKey: conversationKeys.one(id),
    queryFn: ({ signal }) => api.getConversation({ params: { id } }, { signal }),
    placeholderData: () =>
      queryClient
        .getQueriesData<ConversationPages>({ queryKey: conversationKeys.lists })
        .flatMap(([, pages]) => conversationsIn(pages))
        .find((one) => one.id === id),
    meta: { kept: true },
  });

const MOST_FOUND = 20;

/** People by name; friends while nothing is typed. */
export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['people', 'to-message', text],
    queryFn: async ({ signal }): Promise<Person[]> => {
      if (text !== '')
        return (await api.searchPeople({ query: { q: text, page_size: MOST_FOUND } }, { signal })).results;
      return (await api.listFriends({ query: { page_size: 100 } }, { signal })).results.map(({ friend }) => friend);
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
