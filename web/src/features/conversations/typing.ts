import { useRef, useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';

const SHOWN_MS = 5_000;
const SENT_EVERY_MS = 3_000;

const nobody: readonly string[] = [];
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let typing: ReadonlyMap<string, readonly string[]> = new Map();

function set(conversationId: string, userIds: readonly string[]) {
  typing = new Map(typing).set(conversationId, userIds);
  for (const listener of listeners) listener();
}

/** Somebody is writing; it shows until they send, or for five seconds. */
export function startTyping(conversationId: string, userId: string): void {
  const key = `${conversationId} ${userId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => stopTyping(conversationId, userId), SHOWN_MS),
  );
  const known = typing.get(conversationId) ?? nobody;
  if (!known.includes(userId)) set(conversationId, [...known, userId]);
}

export function stopTyping(conversationId: string, userId: string): void {
  const known = typing.get(conversationId) ?? nobody;
  if (known.includes(userId))
    set(
      conversationId,
      known.filter((id) => id !== userId),
    );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is writing in a conversation right now. */
export const useTyping = (conversationId: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => typing.get(conversationId) ?? nobody);

/** Tells the others, at most every three seconds. Nothing is lost when a call fails. */
export function useSendTyping(conversationId: string): () => void {
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - sentAt.current < SENT_EVERY_MS) return;
    sentAt.current = now;
    api.sendTyping({ params: { id: conversationId } }).catch(() => {});
  };
}
