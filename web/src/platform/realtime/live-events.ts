import type { LiveEvent } from '@spotter/contract';
import type { QueryClient } from '@tanstack/react-query';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** What one feature does with the events it understands. */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (event: EventOf<T>, queryClient: QueryClient) => void;
};

/**
 * Brings the cache up to date with one event. An event nobody knows is ignored: a phone keeps an old build for months.
 * `reset` says that events were missed for good, so everything is read anew.
 */
export function createLiveApplier(features: readonly LiveHandlers[]) {
  return (queryClient: QueryClient, event: LiveEvent): void => {
    if (event.type === 'reset') {
      void queryClient.invalidateQueries();
      return;
    }
    for (const handlers of features) {
      const handle = handlers[event.type] as ((event: LiveEvent, queryClient: QueryClient) => void) | undefined;
      handle?.(event, queryClient);
    }
  };
}
