import { addDays } from '@spotter/contract/wall-clock.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import type { DashboardFilter } from './dashboard-filter.ts';
import { isSetUp } from './setup.ts';
import type { FigureName } from './words.ts';

export type Dashboard = Answer<'getDashboard'>;
export type Figures = Dashboard['figures'];
export type Point = Dashboard['trend'][number];
export type PopularTime = Dashboard['popular_times'][number];
export type WorkoutShare = Dashboard['workout_types'][number];
export type GymFigures = Answer<'getOrganizationDashboard'>['gyms'][number];
export type PersonBehind = Answer<'listFigurePeople'>['results'][number];
export type FigureOfPeople = Answer<'listFigurePeople'>['figure'];
/** The people behind a figure or a part of a chart. */
export type Behind = {
  figure: FigureName;
  filter: DashboardFilter;
  /** What they have in common, in words. */
  about: string;
  /** Only people who joined in some days, or who were in sessions of a type or at an hour of the week. */
  only?:
    | { joined_from: string; joined_to: string }
    | { workout_type: WorkoutShare['workout_type'] }
    | { weekday: number; hour: number };
};
/** Members who joined in one week or month, and how many of them trained then and in each after. */
export type Cohort = { starts: string; members: number; active: number[] };

/** The server counts what changed once a minute. */
const staleTime = 60_000;

const queryOf = ({ gymId, range, from, to }: DashboardFilter) => ({
  gym_id: gymId ?? undefined,
  ...(range === 'custom' ? { from: from ?? undefined, to: to ?? undefined } : { range }),
});

export const dashboardQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: ['analytics', 'dashboard', filter] as const,
    queryFn: ({ signal }) => api.getDashboard({ query: queryOf(filter) }, { signal }),
    placeholderData: keepPreviousData,
    // A new gym's checklist ticks a step as soon as its owner is back from it.
    staleTime: ({ state: { data } }) => (data && !isSetUp(data.setup) ? 0 : staleTime),
  });

/** The people behind a figure; more of them load as the list is scrolled. */
export const figurePeopleQuery = (filter: DashboardFilter, figure: FigureOfPeople, only?: Behind['only']) =>
  infiniteQueryOptions({
    queryKey: ['analytics', 'people', figure, filter, only] as const,
    queryFn: ({ pageParam, signal }) =>
      api.listFigurePeople({ query: { ...queryOf(filter), ...only, figure, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next ? pages.length + 1 : undefined),
    staleTime,
  });

/** Each location of the organization. */
export const gymFiguresQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: ['analytics', 'gyms', filter] as const,
    queryFn: ({ signal }) => api.getOrganizationDashboard({ query: queryOf(filter) }, { signal }),
    select: ({ gyms }) => gyms,
    placeholderData: keepPreviousData,
    staleTime,
  });

const RETENTION_WEEKS = 12;

/** The last weeks up to a day, also where the chosen period is shorter. */
const weeklyRetentionQuery = (gymId: string | null, to: string) =>
  queryOptions({
    queryKey: ['analytics', 'retention', gymId, to] as const,
    queryFn: ({ signal }) =>
      api.getRetention(
        { query: { gym_id: gymId ?? undefined, from: addDays(to, -7 * (RETENTION_WEEKS - 1)), to } },
        { signal },
      ),
    select: ({ cohorts }) =>
      cohorts.map(({ week, members, active_by_week }): Cohort => ({ starts: week, members, active: active_by_week })),
    placeholderData: keepPreviousData,
    staleTime,
  });

/** The last twelve months up to a day. */
const monthlyRetentionQuery = (gymId: string | null, to: string) =>
  queryOptions({
    queryKey: ['analytics', 'monthly-retention', gymId, to] as const,
    queryFn: ({ signal }) =>
      api.getMonthlyRetention(
        { query: { gym_id: gymId ?? undefined, from: `${addDays(`${to.slice(0, 7)}-15`, -335).slice(0, 7)}-01`, to } },
        { signal },
      ),
    select: ({ cohorts }) =>
      cohorts.map(
        ({ month, members, active_by_month }): Cohort => ({ starts: month, members, active: active_by_month }),
      ),
    placeholderData: keepPreviousData,
    staleTime,
  });

/** With fewer new members a week than this, each one moves a week's share by a fifth: months say more. */
const FEW_A_WEEK = 5;

/** By week, and by month for a small gym; null while loading. */
export function useRetention(gymId: string | null, to: string) {
  const weekly = useQuery(weeklyRetentionQuery(gymId, to));
  const joined = weekly.data?.reduce((total, { members }) => total + members, 0) ?? 0;
  const isSmall = weekly.data !== undefined && joined < FEW_A_WEEK * weekly.data.length;
  const monthly = useQuery({ ...monthlyRetentionQuery(gymId, to), enabled: isSmall });
  const unit = isSmall ? ('month' as const) : ('week' as const);
  const cohorts = isSmall ? monthly.data : weekly.data;
  return cohorts ? { cohorts, unit } : null;
}
