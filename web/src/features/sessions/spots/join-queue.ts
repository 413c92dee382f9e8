import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { createOutbox } from '#platform/chat/outbox.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { putSession, shownSession } from '../cache/session-cache.ts';
import type { Scope } from '../cache/use-session-mutation.ts';
import type { SessionItem } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';

/** Joins tapped while offline, each sent once when the network is back. The outbox stores the scope as its text. */
export const joinQueue = createOutbox(
  'join',
  async ({ chatId: id, content, nonce }, queryClient) => {
    const scope = content as Scope;
    const session = await api.joinSession({ params: { id }, body: { scope } }, { idempotencyKey: nonce });
    putSession(queryClient, session);
    toasts.success(`You're in for ${session.title}.`, { id: `spot-${id}` });
    void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
  },
  ({ chatId: id }, error, queryClient) => {
    void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
    // The first try succeeded, and only its answer was lost.
    if (error instanceof ApiError && error.code === 'already_joined') return 'drop';
    const title = shownSession(queryClient, id)?.title ?? 'the session';
    toasts.error(`Couldn't add you to ${title}`, { id: `spot-${id}`, text: errorText(error, 'Try again.') });
    return 'drop';
  },
);

export function queueJoin(queryClient: QueryClient, session: SessionItem, scope: Scope): void {
  if (joinQueue.read().some(({ chatId }) => chatId === session.id)) return;
  joinQueue.write(queryClient, session.id, scope);
  toasts.info("You're offline", {
    id: `spot-${session.id}`,
    text: `We'll add you to ${session.title} when you're back online.`,
  });
}

/** Cancels a queued join; null if there is none. */
export function usePendingJoin(sessionId: string): (() => void) | null {
  const queued = useSyncExternalStore(joinQueue.subscribe, joinQueue.read).find(({ chatId }) => chatId === sessionId);
  return queued ? () => joinQueue.discard(queued.nonce) : null;
}
