import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/api/api-error.ts';

const STALE_AFTER_MS = 5 * 60 * 1000;
const MOST_RETRIES = 2;

/** Only what may be different next time is worth asking again; a refusal stays a refusal. */
const worthRetrying = (failures: number, error: Error) =>
  failures < MOST_RETRIES &&
  error instanceof ApiError &&
  (error.isTemporary || error.status >= 500) &&
  error.status !== 501;

/** As long as a busy server asks for, a little longer for some than for others; otherwise a second, then two. */
const retryDelay = (failures: number, error: Error) =>
  error instanceof ApiError && error.retryAfter
    ? error.retryAfter * 1000 * (1 + Math.random() / 4)
    : 1000 * 2 ** failures;

// A button that has been pressed must be seen to be busy before the second press of a double tap, which may come within
// the same few milliseconds: the news of a call that has begun waits for no timer.
notifyManager.setScheduler(queueMicrotask);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a network a call is made all the same: it fails at once, and the screen can say so instead of waiting.
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: worthRetrying,
        retryDelay,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
