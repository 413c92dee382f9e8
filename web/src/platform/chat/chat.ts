import type { MessageBase } from '@spotter/contract/messages.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type HeldMessages, type Page, withMessage, withNewest } from './held-messages.ts';
import { createOutbox } from './outbox.ts';

export type ChatMessage = MessageBase & { kind: string };

/** What one sort of chat has of its own. */
export type ChatSource<M extends ChatMessage> = {
  /** Names it in the cache and on the device. */
  name: string;
  readPage(chatId: string, query: { page_size: number; before?: number }, signal?: AbortSignal): Promise<Page<M>>;
  send(chatId: string, message: { content: string; client_nonce: string }): Promise<M>;
  chatIdOf(message: M): string;
  /** What its text messages have beyond every message. */
  textFields(chatId: string): Omit<M, keyof MessageBase>;
};

export const PAGE_SIZE = 50;

export type Chat<M extends ChatMessage> = ReturnType<typeof createChat<M>>;

/** One sort of chat: how it is read, kept true and written to. */
export function createChat<M extends ChatMessage>(source: ChatSource<M>) {
  // Not under the keys of what the chat is about: when that changes, the chat need not be read again.
  const keys = {
    all: ['chat', source.name] as const,
    of: (chatId: string) => ['chat', source.name, chatId] as const,
  };
  const outbox = createOutbox(source.name, async ({ chatId, content, nonce }, queryClient) =>
    add(queryClient, await source.send(chatId, { content, client_nonce: nonce })),
  );

  /** Adds a message, however often and in whatever order it is heard of; a gap is read again. */
  function add(queryClient: QueryClient, message: M): void {
    const key = keys.of(source.chatIdOf(message));
    const known = queryClient.getQueryData<HeldMessages<M>>(key);
    if (!known) return;
    const { held, missed } = withMessage(known, message);
    queryClient.setQueryData<HeldMessages<M>>(key, held);
    if (missed) void queryClient.invalidateQueries({ queryKey: key });
  }

  return {
    source,
    keys,
    outbox,
    query: (chatId: string) =>
      queryOptions({
        queryKey: keys.of(chatId),
        queryFn: async ({ signal, client }) => {
          const page = await source.readPage(chatId, { page_size: PAGE_SIZE }, signal);
          // Only now: messages may have come in while the page was on its way.
          return withNewest(client.getQueryData<HeldMessages<M>>(keys.of(chatId)), page);
        },
        meta: { kept: true },
      }),
    /** For a message from the live stream or from another call. */
    receive(queryClient: QueryClient, message: M): void {
      add(queryClient, message);
      if (message.client_nonce) outbox.discard(message.client_nonce);
    },
    /** Reads every chat again from scratch, because other messages are hidden now. */
    reset: (queryClient: QueryClient) => void queryClient.resetQueries({ queryKey: keys.all }),
  };
}
