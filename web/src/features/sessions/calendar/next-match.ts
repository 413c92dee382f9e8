import { addDays, startOfDay } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { type Entry, entriesOf } from './entries.ts';
import type { Filters } from './filters.ts';

/** The first later session that passes the filters, offered when the visible days have none. */
export function useNextMatch(
  gym: { id: string; timezone: string },
  after: string,
  { types, level, mine, joinable, text }: Filters,
): Entry | null {
  // The server filters by one type at a time; with several there is no cheap query.
  const query = {
    gym: gym.id,
    workout_type: types[0],
    level: level ?? undefined,
    mine: mine || undefined,
    joinable: joinable || undefined,
    text: text.trim() || undefined,
    page_size: 1,
  };
  const { data } = useQuery({
    queryKey: sessionKeys.list('next-match', after, JSON.stringify(query)),
    queryFn: ({ signal }) => {
      const from = startOfDay(addDays(after, 1), gym.timezone).toISOString();
      return api.listSessions({ query: { ...query, from } }, { signal });
    },
    enabled: types.length < 2,
  });
  const session = data?.results[0];
  return session ? (entriesOf(session, gym.timezone)[0] ?? null) : null;
}
