import { largestPage } from '@spotter/contract/limits.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { acknowledgeRead } from './delivered.ts';

type ConversationPage = Answer<'listConversations'>;
export type Conversation = ConversationPage['results'][number];
export type Message = NonNullable<Conversation['last_message']>;
export type Participant = Conversation['participants'][number];
export type Person = Omit<Participant, 'is_admin' | 'last_read_seq' | 'joined_seq' | 'delivered_seq'>;
export type ConversationPages = InfiniteData<ConversationPage, unknown>;

export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (archived: boolean) => ['conversations', 'list', archived ? 'archived' : 'active'] as const,
  unread: ['conversations', 'unread'] as const,
  requests: ['conversations', 'list', 'requests'] as const,
  ones: ['conversations', 'one'] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
  pins: (id: string) => ['conversations', 'pins', id] as const,
};

export const photoKeys = {
  of: (conversationId: string) => ['conversation-photo', conversationId] as const,
  one: (conversationId: string, messageId: string) => ['conversation-photo', conversationId, messageId] as const,
};

/** A photo never changes. */
export const messagePhotoQuery = ({ conversation_id: id, id: messageId }: Message) =>
  queryOptions({
    queryKey: photoKeys.one(id, messageId),
    queryFn: async ({ signal }): Promise<Blob> => {
      // The contract says only what kind of file it sends.
      const photo: unknown = await api.getMessagePhoto({ params: { id, messageId } }, { signal });
      if (photo instanceof Blob) return photo;
      throw new TypeError('The answer is no photo.');
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The latest pin first. */
export const pinnedMessagesQuery = ({ id, has_pins }: Conversation) =>
  queryOptions({
    queryKey: conversationKeys.pins(id),
    queryFn: ({ signal }) => api.listPinnedMessages({ params: { id } }, { signal }),
    enabled: has_pins,
    meta: { kept: true },
  });

export const reactionsQuery = ({ conversation_id: id, id: messageId }: Message) =>
  queryOptions({
    queryKey: ['message-reactions', messageId],
    queryFn: ({ signal }) => api.listReactions({ params: { id, messageId } }, { signal }),
    staleTime: 0,
  });

export const conversationsQuery = (archived: boolean) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.list(archived),
    queryFn: async ({ pageParam: page, signal, client }) => {
      const answer = await api.listConversations({ query: { page, page_size: 30, archived } }, { signal });
      acknowledgeRead(client, answer.results);
      return answer;
    },
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

export const listedConversation = (queryClient: QueryClient, id: string): Conversation | undefined =>
  queryClient
    .getQueriesData<ConversationPages>({ queryKey: conversationKeys.lists })
    .flatMap(([, pages]) => conversationsIn(pages))
    .find((one) => one.id === id);

/** Shows what the list knows until it is read. */
export const conversationQuery = (queryClient: QueryClient, id: string) =>
  queryOptions({
    queryKey: conversationKeys.one(id),
    queryFn: async ({ signal }) => {
      const conversation = await api.getConversation({ params: { id } }, { signal });
      acknowledgeRead(queryClient, [conversation]);
      return conversation;
    },
    placeholderData: () => listedConversation(queryClient, id),
    meta: { kept: true },
  });

/** Chats by name, archived or not. */
export const namedConversationsQuery = (text: string) =>
  queryOptions({
    queryKey: ['conversations', 'named', text],
    queryFn: async ({ signal }) =>
      (await api.listConversations({ query: { q: text, page_size: MOST_FOUND } }, { signal })).results,
    placeholderData: keepPreviousData,
    enabled: text !== '',
  });

export type FoundMessage = Answer<'searchMessages'>['results'][number];

/** Messages with these words, newest first; in all conversations or in one. */
export const foundMessagesQuery = (text: string, conversationId?: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'found', text, conversationId ?? 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      api.searchMessages(
        { query: { q: text, conversation_id: conversationId, ...(before !== null && { before }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next, results }) => (next ? results.at(-1)?.message_id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: text.length > 1,
  });

const MOST_FOUND = 20;

/** People by name; friends while nothing is typed, page by page. */
export const peopleQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'to-message', text],
    queryFn: async ({ pageParam, signal }): Promise<{ people: Person[]; hasMore: boolean }> => {
      if (text !== '') {
        const { results } = await api.searchPeople({ query: { q: text, page_size: MOST_FOUND } }, { signal });
        return { people: results, hasMore: false };
      }
      const { results, next } = await api.listFriends(
        { query: { page: pageParam, page_size: largestPage } },
        { signal },
      );
      return { people: results.map(({ friend }) => friend), hasMore: next !== null };
    },
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, _pages, page) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ people }) => people),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
