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
 *
 * What is being read at that moment may come in as it was before the event. So the event is applied once more when
 * that has come in: each says how things are, not by how much they change, and they keep their order.
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
