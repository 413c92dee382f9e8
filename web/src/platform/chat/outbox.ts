import type { Quote } from '@spotter/contract/conversations/messages.ts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { deleteEntry, storedEntries, storeEntry, WRITTEN } from '#platform/offline/kept-store.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** What a message may have besides its text. */
type Attached = {
  /** The message it answers. */
  quote?: Quote | undefined;
  photo?: { file: Blob; width: number; height: number } | undefined;
  /** The options of the question that its text asks. */
  poll?: { text: string; starts_at: string | null }[] | undefined;
};

/** A message that the server has not confirmed yet. Its nonce makes sure it is stored once. */
export type Unsent = Attached & {
  nonce: string;
  chatId: string;
  content: string;
  writtenAt: string;
  /** How much of a photo has gone out, from 0 to 1. */
  progress?: number | undefined;
  /** Waiting for the network, or for another try while the server doesn't answer. */
  state: 'sending' | 'waiting' | 'retrying' | 'failed';
  /** Why it failed, for the sender. */
  error?: string | undefined;
};

const RETRY_MS = 5_000;
/** A message that can't go out for longer is told to its sender, and keeps no others waiting. */
const LONGEST_WAIT_S = 600;
const EXCERPT = 60;

const excerpt = (text: string) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text);

const isUnsent = (value: unknown): value is Unsent =>
  isRecord(value) && ['nonce', 'chatId', 'content', 'writtenAt'].every((field) => typeof value[field] === 'string');

export type Outbox = ReturnType<typeof createOutbox>;

/** Tells the sender that the server refused a message, and returns whether to keep it for another try. */
type Refused = (message: Unsent, error: unknown, queryClient: QueryClient) => 'keep' | 'drop';

const reasonOf = (error: unknown) => errorText(error, 'Try again in a moment.');

/** The message may be hours old and its chat off screen. */
const messageRefused: Refused = ({ chatId, content, photo }, error) => {
  const text = photo ? reasonOf(error) : `“${excerpt(content)}” ${reasonOf(error)}`;
  toasts.error(`Your ${photo ? 'photo' : 'message'} wasn't delivered`, { id: `unsent-${chatId}`, text });
  return 'keep';
};

/**
 * Messages on their way, in the order they were written, per chat. They are stored on the device, so they survive
 * closing the app while offline.
 */
export function createOutbox(
  name: string,
  deliver: (message: Unsent, queryClient: QueryClient) => Promise<void>,
  refused: Refused = messageRefused,
) {
  let unsent: readonly Unsent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const busy = new Set<string>();
  const kept = `${WRITTEN}${name} `;

  function set(next: readonly Unsent[]) {
    unsent = next;
    for (const listener of listeners) listener();
  }
  function change(nonce: string, to: Partial<Unsent>) {
    set(unsent.map((message) => (message.nonce === nonce ? { ...message, ...to } : message)));
    const changed = unsent.find((message) => message.nonce === nonce);
    if (changed) storeEntry(kept + nonce, changed);
  }
  const pendingIn = (chatId: string) =>
    unsent.filter((message) => message.chatId === chatId && message.state !== 'failed');

  /** Sends queued messages one at a time per chat, so they arrive in order. */
  function sendAll(queryClient: QueryClient): void {
    clearTimeout(timer);
    for (const chatId of new Set(unsent.map((message) => message.chatId))) void sendFrom(chatId, queryClient);
  }
  async function sendFrom(chatId: string, queryClient: QueryClient): Promise<void> {
    if (busy.has(chatId)) return;
    busy.add(chatId);
    let retryIn = navigator.onLine ? 0 : Number.POSITIVE_INFINITY;
    for (let [next] = pendingIn(chatId); next && retryIn === 0; [next] = pendingIn(chatId))
      retryIn = await send(next, queryClient);
    // No await from here to the end: a message written meanwhile would see the chat as busy and stay behind.
    busy.delete(chatId);
    if (retryIn === 0) return;
    const again = Number.isFinite(retryIn);
    for (const { nonce } of pendingIn(chatId))
      change(nonce, { state: again && navigator.onLine ? 'retrying' : 'waiting' });
    if (!again) return;
    clearTimeout(timer);
    timer = setTimeout(() => sendAll(queryClient), retryIn);
  }
  /** Milliseconds until the next try; 0 when no other try is needed. */
  async function send(message: Unsent, queryClient: QueryClient): Promise<number> {
    const { nonce } = message;
    change(nonce, { state: 'sending', progress: undefined });
    try {
      await deliver(message, queryClient);
      discard(nonce);
    } catch (error) {
      if (
        error instanceof ApiError &&
        (error.isTemporary || error.status >= 500) &&
        (error.retryAfter ?? 0) <= LONGEST_WAIT_S
      )
        return (error.retryAfter ?? 0) * 1000 || RETRY_MS;
      // The sign-in has ended. The message goes out when the member signs in again.
      if (error instanceof ApiError && error.status === 401) return Number.POSITIVE_INFINITY;
      if (refused(message, error, queryClient) === 'drop') discard(nonce);
      else change(nonce, { state: 'failed', error: reasonOf(error) });
    }
    return 0;
  }
  function discard(nonce: string): void {
    if (!unsent.some((message) => message.nonce === nonce)) return;
    set(unsent.filter((message) => message.nonce !== nonce));
    deleteEntry(kept + nonce);
  }

  return {
    read: () => unsent,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sendAll,
    /** Removes a message that arrived or was discarded. */
    discard,
    /** Shows how much of a message has gone out; it isn't stored. */
    progressed(nonce: string, progress: number): void {
      set(unsent.map((message) => (message.nonce === nonce ? { ...message, progress } : message)));
    },
    write(queryClient: QueryClient, chatId: string, content: string, attached: Attached = {}): void {
      // Always later than the message before it, so a reload restores the order.
      const last = Date.parse(unsent.at(-1)?.writtenAt ?? '1970-01-01');
      const writtenAt = new Date(Math.max(Date.now(), last + 1)).toISOString();
      const nonce = crypto.randomUUID();
      const message: Unsent = { ...attached, nonce, chatId, content, writtenAt, state: 'sending' };
      set([...unsent, message]);
      storeEntry(kept + message.nonce, message);
      sendAll(queryClient);
    },
    retry(queryClient: QueryClient, nonce: string): void {
      change(nonce, { state: 'waiting', error: undefined });
      sendAll(queryClient);
    },
    /** Restores unsent messages from an earlier visit. */
    async restore(queryClient: QueryClient, userId: string): Promise<void> {
      const entries = await storedEntries<unknown>(userId, kept);
      const known = new Set(unsent.map(({ nonce }) => nonce));
      const restored = entries
        .map(([, value]) => value)
        .filter(isUnsent)
        .filter(({ nonce }) => !known.has(nonce))
        .map((message): Unsent => (message.state === 'failed' ? message : { ...message, state: 'waiting' }));
      if (restored.length === 0) return;
      set([...restored, ...unsent].sort((one, other) => one.writtenAt.localeCompare(other.writtenAt)));
      sendAll(queryClient);
    },
    /** Clears the memory for the next member on this device. */
    clear(): void {
      clearTimeout(timer);
      set([]);
    },
  };
}
