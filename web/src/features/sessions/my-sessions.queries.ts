import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { serverNow } from '#platform/server-clock.ts';
import { settledBefore } from './cache/writes-answered.ts';
import type { SessionPage } from './session.ts';
import { sessionKeys } from './sessions.keys.ts';

export type MyTab = 'upcoming' | 'hosting' | 'waiting' | 'past';

const DAY_MS = 86_400_000;
/** Earlier than any session. */
const THE_BEGINNING = '2020-01-01T00:00:00Z';

function filtersOf(tab: MyTab, readerId: string) {
  switch (tab) {
    case 'upcoming':
      return { mine: true };
    case 'hosting':
      return { host: readerId };
    case 'waiting':
      return { waiting: true };
    case 'past':
      return { mine: true, from: THE_BEGINNING, to: new Date().toISOString(), order: 'latest' as const };
  }
}

const cursorOf = ({ next }: Pick<SessionPage, 'next'>) =>
  next ? (new URLSearchParams(next.split('?')[1]).get('cursor') ?? undefined) : undefined;

/** One tab of the reader's own sessions, page by page. */
export const myTabQuery = (tab: MyTab, readerId: string) =>
  infiniteQueryOptions({
    queryKey: sessionKeys.list('my', tab),
    queryFn: async ({ client, queryKey, pageParam, signal }) => {
      await settledBefore(client, queryKey);
      const query = { ...filtersOf(tab, readerId), page_size: 20, cursor: pageParam };
      return api.listSessions({ query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: cursorOf,
    meta: { kept: true },
  });

/** The reader's recent sessions, latest first, which show their habits. */
export const myRecentSessionsQuery = () =>
  queryOptions({
    queryKey: sessionKeys.list('recent'),
    queryFn: async ({ client, queryKey, signal }) => {
      await settledBefore(client, queryKey);
      const from = new Date(serverNow() - 56 * DAY_MS).toISOString();
      const to = new Date(serverNow()).toISOString();
      return api.listSessions({ query: { mine: true, from, to, order: 'latest', page_size: 50 } }, { signal });
    },
  });
