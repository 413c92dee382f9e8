import { largestPage } from '@spotter/contract/limits.ts';
import { addDays, startOfDay } from '@spotter/contract/wall-clock.ts';
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#platform/api/api.ts';
import { settledBefore } from '../cache/writes-answered.ts';
import type { SessionItem, SessionPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { daysFrom, weeksOf } from './days.ts';

type Place = { id: string; timezone: string };

const cursorOf = (next: string | null): string | undefined =>
  next === null ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined);

/**
 * All sessions at a gym in one week, in as many calls as needed. Cached as one page, so live events reach it like every
 * list; all views are made of weeks and share them.
 */
export const weekQuery = (gym: Place, monday: string) =>
  queryOptions({
    queryKey: sessionKeys.list('calendar', gym.id, monday),
    queryFn: async ({ client, queryKey, signal }): Promise<SessionPage> => {
      await settledBefore(client, queryKey);
      const query = {
        gym: gym.id,
        from: startOfDay(monday, gym.timezone).toISOString(),
        to: startOfDay(addDays(monday, 7), gym.timezone).toISOString(),
        page_size: largestPage,
      };
      const first = await api.listSessions({ query }, { signal });
      const results = [...first.results];
      for (let cursor = cursorOf(first.next); cursor; ) {
        const page = await api.listSessions({ query: { ...query, cursor } }, { signal });
        results.push(...page.results);
        cursor = cursorOf(page.next);
      }
      return { ...first, next: null, results };
    },
    meta: { kept: true },
  });

/** From today on, for offline reading. */
const KEPT_DAYS = 28;
export const keptWeeks = (today: string) => weeksOf(daysFrom(today, KEPT_DAYS));

type Loaded = { sessions: readonly SessionItem[]; isPending: boolean; isError: boolean; refetch: () => void };
type Week = Pick<UseQueryResult<SessionPage>, 'data' | 'isPending' | 'isPaused' | 'isError' | 'refetch'>;

function together(weeks: Week[]): Loaded {
  // A session past midnight on Sunday is in two weeks.
  const sessions = new Map(weeks.flatMap(({ data }) => data?.results ?? []).map((session) => [session.id, session]));
  return {
    sessions: [...sessions.values()],
    isPending: weeks.some(({ isPending, isPaused }) => isPending && !isPaused),
    isError: weeks.some(({ isError, isPaused, data }) => (isError || isPaused) && !data),
    refetch: () => {
      for (const week of weeks) if (week.isError) void week.refetch();
    },
  };
}

/** The sessions of the visible days, then of the previous and next step, so that stepping shows them at once. */
export function useCalendarSessions(gym: Place, days: readonly string[], near: readonly string[], today: string) {
  const weeks = weeksOf(days);
  const nearWeeks = [...new Set([...weeksOf(near), ...keptWeeks(today)])].filter((monday) => !weeks.includes(monday));
  const shown = useQueries({ queries: weeks.map((monday) => weekQuery(gym, monday)), combine: together });
  const beside = useQueries({
    queries: nearWeeks.map((monday) => ({ ...weekQuery(gym, monday), enabled: !shown.isPending })),
    combine: together,
  });
  const sessions = useMemo(() => [...shown.sessions, ...beside.sessions], [shown.sessions, beside.sessions]);
  return { ...shown, sessions };
}
