import type { MessageBase } from '@spotter/contract/messages.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import type { Entry, SendOptions, Write, WriteContext } from '#platform/outbox/write.ts';
import { type HeldMessages, type Page, withMessage, withNewest } from './held-messages.ts';
import { type Attached, messageInWords, tellUndelivered, type Unsent, unsentOf, type Written } from './unsent.ts';

export type ChatMessage = MessageBase & { kind: string };

type PageQuery = { page_size: number; before?: number; after?: number };

/** What is specific to one kind of chat. */
export type ChatSource<M extends ChatMessage> = {
  /** Names the chat in the cache and on the device. */
  name: string;
  /** `newest`: given with the first page, which TanStack reads. */
  readPage(chatId: string, query: PageQuery, newest?: { client: QueryClient; signal: AbortSignal }): Promise<Page<M>>;
  /** How its messages wait in the outbox, and behind what. */
  writeName: string;
  scopeOf(chatId: string): string;
  /** The key is also the message's nonce. */
  send(message: Written, options: SendOptions): Promise<M>;
  /** Called with each sent message once the server has stored it. */
  stored?(queryClient: QueryClient, message: M, sent: Written): void;
  chatIdOf(message: M): string;
  /** Extra fields of a message that isn't stored yet. */
  unsentFields(unsent: Unsent): Omit<M, keyof MessageBase>;
  /** A message beside a changed one, which may quote it. */
  beside?(message: M, changed: M): M;
};

export const PAGE_SIZE = 50;

export type Chat<M extends ChatMessage> = ReturnType<typeof createChat<M>>;

/** Under this name the text that the reader hasn't sent yet waits on the device. */
export const draftNameOf = ({ source }: { source: { name: string } }, chatId: string) => `${source.name}:${chatId}`;

/** One kind of chat: how to read it, keep it current and write to it. */
export function createChat<M extends ChatMessage>(source: ChatSource<M>) {
  // Separate from the keys of the chat's subject, so that a change there doesn't reload the messages.
  const keys = {
    all: ['chat', source.name] as const,
    of: (chatId: string) => ['chat', source.name, chatId] as const,
    /** Messages around one that is far above the newest ones. */
    around: (chatId: string) => ['chat', source.name, chatId, 'around'] as const,
  };
  const sendMessage: Write<Written, M> = {
    name: source.writeName,
    scope: ({ chatId }) => source.scopeOf(chatId),
    words: messageInWords,
    send: source.send,
    keepsRefused: true,
    canRepeat: true,
    isLarge: ({ photo }) => photo !== undefined,
    failureText: 'Try again in a moment.',
    onSent(message, written, { queryClient }) {
      source.stored?.(queryClient, message, written);
      add(queryClient, message);
    },
    onRefused: tellUndelivered,
  };

  /** Adds a message, in any order and any number of times. A gap is read again. */
  function add(queryClient: QueryClient, message: M): void {
    const chatId = source.chatIdOf(message);
    const key = keys.of(chatId);
    const known = queryClient.getQueryData<HeldMessages<M>>(key);
    if (known) {
      const { held, missed } = withMessage(known, message);
      queryClient.setQueryData<HeldMessages<M>>(key, held);
      if (missed) void queryClient.invalidateQueries({ queryKey: key, exact: true });
    }
    const { beside } = source;
    changeAll(queryClient, chatId, (other) => {
      if (other.seq === message.seq) return message;
      return beside && (message.edited_at || message.deleted_at) ? beside(other, message) : other;
    });
  }

  /** Changes held messages, wherever in the chat they are. */
  function changeAll(queryClient: QueryClient, chatId: string, change: (message: M) => M): void {
    for (const key of [keys.of(chatId), keys.around(chatId)])
      queryClient.setQueryData<HeldMessages<M>>(key, (held) => {
        const messages = held?.messages.map(change);
        return held && messages?.some((message, index) => message !== held.messages[index])
          ? { ...held, messages }
          : held;
      });
  }

  return {
    source,
    keys,
    sendMessage,
    /** Shows a message at once and sends it, now or later. */
    write: (context: WriteContext, chatId: string, content: string, attached: Attached = {}) =>
      void outbox.write(sendMessage, { chatId, content, ...attached }, context),
    /** The reader's messages that the server has not confirmed, in their order. */
    unsentIn: (entries: readonly Entry[], chatId: string): Unsent[] =>
      entries
        .filter(({ name }) => name === sendMessage.name)
        .map(unsentOf)
        .filter((unsent) => unsent.chatId === chatId),
    query: (chatId: string) =>
      queryOptions({
        queryKey: keys.of(chatId),
        queryFn: async ({ signal, client }) => {
          const page = await source.readPage(chatId, { page_size: PAGE_SIZE }, { signal, client });
          // Read only now, because messages may have arrived while the page was loading.
          return withNewest(client.getQueryData<HeldMessages<M>>(keys.of(chatId)), page);
        },
        meta: { kept: true },
      }),
    /** For a message from the live stream or another call. */
    receive(queryClient: QueryClient, message: M): void {
      add(queryClient, message);
      const sent = outbox.read().find(({ id }) => id === message.client_nonce);
      // An invitation brings a message with its nonce too, but whoever sent it waits for the answer.
      if (sent?.name === sendMessage.name) outbox.remove(sent.id);
    },
    /** Changes a held message. */
    change: (queryClient: QueryClient, chatId: string, seq: number, change: (message: M) => M) =>
      changeAll(queryClient, chatId, (message) => (message.seq === seq ? change(message) : message)),
    /** Reads every chat from scratch, because a block changed which messages are hidden. */
    reset: (queryClient: QueryClient) => void queryClient.resetQueries({ queryKey: keys.all }),
  };
}
