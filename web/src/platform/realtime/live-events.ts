import type { LiveEvent } from '@spotter/contract';
import type { QueryClient } from '@tanstack/react-query';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** How one feature handles its events. */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (event: EventOf<T>, queryClient: QueryClient) => void;
};

/**
 * Updates the cache with one event. Unknown events are ignored, because a phone may run an old build for months.
 * `reset` says that events were lost, so everything is read again. A read under way may return the state before the
 * event, so the event is applied once more when it arrives. Events carry states, not differences, and keep their order.
 */
export function createLiveApplier(features: readonly LiveHandlers[]) {
  let waiting: Promise<unknown> | null = null;

  const apply = (queryClient: QueryClient, event: LiveEvent) => {
    if (event.type === 'reset') {
      void queryClient.invalidateQueries();
      return;
    }
    for (const handlers of features) {
      const handle = handlers[event.type] as ((event: LiveEvent, queryClient: QueryClient) => void) | undefined;
      handle?.(event, queryClient);
    }
  };

  return (queryClient: QueryClient, event: LiveEvent): void => {
    const underWay = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
    apply(queryClient, event);
    if (underWay.length === 0 && !waiting) return;
    const turn = Promise.allSettled([waiting, ...underWay.map((query) => query.promise)]).then(() => {
      apply(queryClient, event);
      if (waiting === turn) waiting = null;
    });
    waiting = turn;
  };
}
