import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/api/api-error.ts';

const STALE_AFTER_MS = 5 * 60 * 1000;
const MOST_RETRIES = 2;

/** Only failures that may pass are worth a retry; a refusal stays a refusal. */
const worthRetrying = (failures: number, error: Error) =>
  failures < MOST_RETRIES && error instanceof ApiError && error.isTemporary;

/** As long as a busy server asks, plus jitter; otherwise one second, then two. */
const retryDelay = (failures: number, error: Error) =>
  error instanceof ApiError && error.retryAfter
    ? error.retryAfter * 1000 * (1 + Math.random() / 4)
    : 1000 * 2 ** failures;

/** Deleted, left, or hidden by a block: a copy read before must not stay on the screen. */
const isGone = (error: Error) => error instanceof ApiError && error.status === 404 && error.code.endsWith('_not_found');

// Notifies without a timer: a pressed button must show as busy before the second press of a double tap, which may come
// within milliseconds.
notifyManager.setScheduler(queueMicrotask);

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isGone(error)) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      // Calls are made without a network too: they fail at once, and the screen can say so instead of waiting.
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
