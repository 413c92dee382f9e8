import type { MessageBase } from '@spotter/contract/messages.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type HeldMessages, type Page, withMessage, withNewest } from './held-messages.ts';
import { createOutbox } from './outbox.ts';

export type ChatMessage = MessageBase & { kind: string };

/** What is specific to one kind of chat. */
export type ChatSource<M extends ChatMessage> = {
  /** Names the chat in the cache and on the device. */
  name: string;
  readPage(chatId: string, query: { page_size: number; before?: number }, signal?: AbortSignal): Promise<Page<M>>;
  send(chatId: string, message: { content: string; client_nonce: string }): Promise<M>;
  /** Called with each sent message once the server has stored it. */
  stored?(queryClient: QueryClient, message: M): void;
  chatIdOf(message: M): string;
  /** Extra fields of its text messages. */
  textFields(chatId: string): Omit<M, keyof MessageBase>;
};

export const PAGE_SIZE = 50;

export type Chat<M extends ChatMessage> = ReturnType<typeof createChat<M>>;

/** One kind of chat: how to read it, keep it current and write to it. */
export function createChat<M extends ChatMessage>(source: ChatSource<M>) {
  // Separate from the keys of the chat's subject, so that a change there doesn't reload the messages.
  const keys = {
    all: ['chat', source.name] as const,
    of: (chatId: string) => ['chat', source.name, chatId] as const,
  };
  const outbox = createOutbox(source.name, async ({ chatId, content, nonce }, queryClient) => {
    const message = await source.send(chatId, { content, client_nonce: nonce });
    add(queryClient, message);
    source.stored?.(queryClient, message);
  });

  /** Adds a message, in any order and any number of times. A gap is read again. */
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
          // Read only now, because messages may have arrived while the page was loading.
          return withNewest(client.getQueryData<HeldMessages<M>>(keys.of(chatId)), page);
        },
        meta: { kept: true },
      }),
    /** For a message from the live stream or another call. */
    receive(queryClient: QueryClient, message: M): void {
      add(queryClient, message);
      if (message.client_nonce) outbox.discard(message.client_nonce);
    },
    /** Reads every chat from scratch, because a block changed which messages are hidden. */
    reset: (queryClient: QueryClient) => void queryClient.resetQueries({ queryKey: keys.all }),
  };
}
