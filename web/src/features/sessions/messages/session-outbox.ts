import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { keptOf, letGo, toKeep } from '#platform/offline/kept-store.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';
import { addChatMessage } from './session-chat-cache.ts';

/** A message that the server does not have yet, or has not said so. Its nonce makes sure that it is sent once. */
export type Unsent = {
  nonce: string;
  sessionId: string;
  content: string;
  writtenAt: string;
  state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, for a person. */
  error?: string;
};

/** Messages on their way, in the order they were written. They outlive the page: a phone may be closed while offline. */
let unsent: readonly Unsent[] = [];
const listeners = new Set<() => void>();
const KEPT = 'unsent ';
const TRY_AGAIN_MS = 5_000;
const busy = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

export const readUnsent = () => unsent;

export function onUnsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Unsent[]) {
  unsent = next;
  for (const listener of listeners) listener();
}

function change(nonce: string, to: Partial<Unsent>) {
  set(unsent.map((one) => (one.nonce === nonce ? { ...one, ...to } : one)));
  const changed = unsent.find((one) => one.nonce === nonce);
  if (changed) toKeep(KEPT + nonce, changed);
}

export function dropUnsent(nonce: string): void {
  if (!unsent.some((one) => one.nonce === nonce)) return;
  set(unsent.filter((one) => one.nonce !== nonce));
  letGo(KEPT + nonce);
}

/** Forgets what is on its way, for the next person on this device. */
export const emptyOutbox = () => set([]);

const isUnsent = (value: unknown): value is Unsent =>
  isRecord(value) && typeof value.nonce === 'string' && typeof value.sessionId === 'string' && 'content' in value;

/** What was written in an earlier visit and has not gone out. */
export async function recallUnsent(queryClient: QueryClient, userId: string): Promise<void> {
  const kept = await keptOf<unknown>(userId, KEPT);
  const known = new Set(unsent.map(({ nonce }) => nonce));
  const recalled = kept.map(([, value]) => value).filter(isUnsent);
  const added = recalled.filter(({ nonce }) => !known.has(nonce));
  if (added.length === 0) return;
  const waiting = added.map((one): Unsent => (one.state === 'failed' ? one : { ...one, state: 'waiting' }));
  set([...waiting, ...unsent].toSorted((one, other) => one.writtenAt.localeCompare(other.writtenAt)));
  sendUnsent(queryClient);
}

export function write(queryClient: QueryClient, sessionId: string, content: string): void {
  const message: Unsent = {
    nonce: crypto.randomUUID(),
    sessionId,
    content,
    writtenAt: new Date().toISOString(),
    state: 'sending',
  };
  set([...unsent, message]);
  toKeep(KEPT + message.nonce, message);
  sendUnsent(queryClient);
}

export function retryUnsent(queryClient: QueryClient, nonce: string): void {
  change(nonce, { state: 'waiting', error: undefined });
  sendUnsent(queryClient);
}

/** Sends what waits: one after the other in each session, so that it arrives in the order it was written. */
export function sendUnsent(queryClient: QueryClient): void {
  clearTimeout(timer);
  for (const sessionId of new Set(unsent.map((one) => one.sessionId))) void sendAll(queryClient, sessionId);
}

async function sendAll(queryClient: QueryClient, sessionId: string): Promise<void> {
  if (busy.has(sessionId)) return;
  busy.add(sessionId);
  try {
    for (;;) {
      const next = unsent.find((one) => one.sessionId === sessionId && one.state !== 'failed');
      if (!next || !(await sendOne(queryClient, next))) return;
    }
  } finally {
    busy.delete(sessionId);
  }
}

/** What was written after one that waits waits with it. */
function allWait(sessionId: string): void {
  for (const { nonce, state, ...one } of unsent)
    if (one.sessionId === sessionId && state !== 'failed') change(nonce, { state: 'waiting' });
}

/** False when there is no point in sending the next one now. */
async function sendOne(queryClient: QueryClient, { nonce, sessionId, content }: Unsent): Promise<boolean> {
  if (!navigator.onLine) {
    allWait(sessionId);
    return false;
  }
  change(nonce, { state: 'sending' });
  try {
    const line = await api.sendSessionMessage(
      { params: { id: sessionId }, body: { content, client_nonce: nonce } },
      { idempotencyKey: nonce },
    );
    addChatMessage(queryClient, line);
    dropUnsent(nonce);
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.isTemporary || error.status >= 500)) {
      allWait(sessionId);
      clearTimeout(timer);
      timer = setTimeout(() => sendUnsent(queryClient), (error.retryAfter ?? 0) * 1000 || TRY_AGAIN_MS);
      return false;
    }
    change(nonce, { state: 'failed', error: errorText(error, 'Your message was not sent.') });
    return true;
  }
}
