import { homeLists } from '@spotter/contract/home-lists.ts';
import { largestPage } from '@spotter/contract/limits.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { serverNow } from '#platform/server-clock.ts';
import { asDetail, listedSession } from './cache/session.cache.ts';
import { settledBefore } from './cache/writes-answered.ts';
import { sessionKeys } from './sessions.keys.ts';

type Filters = NonNullable<Parameters<typeof api.listSessions>[0]>['query'];

function list(key: ReturnType<typeof sessionKeys.list>, filters: () => Filters) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ client, signal }) => {
      await settledBefore(client, key);
      return api.listSessions({ query: filters() }, { signal });
    },
    placeholderData: keepPreviousData,
    meta: { kept: true },
  });
}

/** What the reader is in, soonest first. */
export const mySessionsQuery = () => list(sessionKeys.list('mine'), homeLists.mine);

/** What the reader waits for: a place in it may be theirs to take. */
export const waitlistedSessionsQuery = () => list(sessionKeys.list('waited-for'), homeLists.waiting);

/** What the reader is invited to and hasn't answered, at every gym and on any day. */
export const invitedSessionsQuery = () => list(sessionKeys.list('invited'), homeLists.invited);

/** Who is invited to the reader's own sessions and isn't in. */
export const sentInvitesQuery = () =>
  queryOptions({
    queryKey: sessionKeys.sentInvites,
    queryFn: ({ signal }) => api.listSentInvites({ signal }),
    meta: { kept: true },
  });

/** One session. Shows what a list knows until the answer arrives. */
export const sessionQuery = (queryClient: QueryClient, id: string) =>
  queryOptions({
    queryKey: sessionKeys.detail(id),
    queryFn: async ({ queryKey, signal }) => {
      await settledBefore(queryClient, queryKey);
      return api.getSession({ params: { id } }, { signal });
    },
    placeholderData: () => {
      const known = listedSession(queryClient, id);
      return known && asDetail(known);
    },
    meta: { kept: true },
  });

/** Other times proposed for a session, newest first. */
export const proposalsQuery = (id: string) =>
  queryOptions({
    queryKey: sessionKeys.proposals(id),
    queryFn: async ({ client, queryKey, signal }) => {
      await settledBefore(client, queryKey);
      return api.listProposals({ params: { id }, query: { page_size: 50 } }, { signal });
    },
    meta: { kept: true },
  });

type Place = { id: string; timezone: string };

/** The rest of today and tomorrow at a gym, in the gym's time. */
export function todaySessionsQuery(gym: Place) {
  const day = dayAt(serverNow(), gym.timezone);
  return list(sessionKeys.list('today', gym.id, day), () => homeLists.today(gym, serverNow()));
}

export type JoinableFilters = Pick<NonNullable<Filters>, 'workout_type' | 'level' | 'part_of_day'>;

/** Sessions the reader could join in the coming week. The server filters, because a long list is cut off. */
export function joinableSessionsQuery(gym: Place, filters: JoinableFilters = {}) {
  const day = dayAt(serverNow(), gym.timezone);
  return list(sessionKeys.list('joinable', gym.id, day, JSON.stringify(filters)), () => ({
    ...filters,
    ...homeLists.joinable(gym, serverNow()),
  }));
}

/** The first page of the coming week at every gym the reader may see. */
export const comingWeekSessionsQuery = () =>
  list(sessionKeys.list('coming-week', new Date(serverNow()).toISOString().slice(0, 10)), () => ({
    to: new Date(serverNow() + 7 * 86_400_000).toISOString(),
    page_size: largestPage,
  }));
