import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { useNow } from '#platform/use-now.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { mySessionsQuery } from '../sessions.queries.ts';
import { hasEnded } from '../times/session-time.ts';

export type Finishes = Answer<'listFinishes'>;
export type Finish = Finishes['results'][number];

/** The reader's sessions that are just over, newest first. */
export const finishesQuery = () =>
  queryOptions({
    queryKey: sessionKeys.finishes,
    queryFn: ({ signal }) => api.listFinishes({ signal }),
    meta: { kept: true },
  });

/** The same while they are due. A session that ends while the app is open is read at once. */
export function useFinishes(): Finish[] {
  const queryClient = useQueryClient();
  const { data } = useQuery(finishesQuery());
  const mine = useQuery(mySessionsQuery());
  const now = useNow(30_000);
  const lastEnded = mine.data?.results.findLast((session) => hasEnded(session, now))?.id;
  useEffect(() => {
    if (lastEnded) void queryClient.invalidateQueries({ queryKey: sessionKeys.finishes });
  }, [lastEnded, queryClient]);
  return data?.results.filter(({ shown_until }) => Date.parse(shown_until) > now) ?? [];
}
