import { addDays } from '@spotter/contract/wall-clock.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import type { Wanted } from './wanted.ts';

export type Dashboard = Answer<'getDashboard'>;
export type Figures = Dashboard['figures'];
export type Point = Dashboard['trend'][number];
export type PopularTime = Dashboard['popular_times'][number];
export type WorkoutShare = Dashboard['workout_types'][number];
export type Setup = Dashboard['setup'];
export type LocationFigures = Answer<'getOrganizationDashboard'>['gyms'][number];
export type PersonBehind = Answer<'listFigurePeople'>['results'][number];
export type FigureOfPeople = Answer<'listFigurePeople'>['figure'];
export type Cohort = Answer<'getRetention'>['cohorts'][number];

/** The server counts what changed once a minute. */
const staleTime = 60_000;

const queryOf = ({ gymId, range, from, to }: Wanted) => ({
  gym_id: gymId ?? undefined,
  ...(range === 'custom' ? { from: from ?? undefined, to: to ?? undefined } : { range }),
});

export const dashboardQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['analytics', 'dashboard', wanted] as const,
    queryFn: ({ signal }) => api.getDashboard({ query: queryOf(wanted) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime,
  });

/** The people behind a figure; more of them load as the list is scrolled. */
export const figurePeopleQuery = (wanted: Wanted, figure: FigureOfPeople) =>
  infiniteQueryOptions({
    queryKey: ['analytics', 'people', figure, wanted] as const,
    queryFn: ({ pageParam, signal }) =>
      api.listFigurePeople({ query: { ...queryOf(wanted), figure, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next ? pages.length + 1 : undefined),
    staleTime,
  });

/** Each location of the organization. */
export const locationFiguresQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['analytics', 'locations', wanted] as const,
    queryFn: ({ signal }) => api.getOrganizationDashboard({ query: queryOf(wanted) }, { signal }),
    select: ({ gyms }) => gyms,
    placeholderData: keepPreviousData,
    staleTime,
  });

const RETENTION_WEEKS = 12;

/** The last weeks up to a day, also where the chosen period is shorter. */
export const retentionQuery = (gymId: string | null, to: string) =>
  queryOptions({
    queryKey: ['analytics', 'retention', gymId, to] as const,
    queryFn: ({ signal }) =>
      api.getRetention(
        { query: { gym_id: gymId ?? undefined, from: addDays(to, -7 * (RETENTION_WEEKS - 1)), to } },
        { signal },
      ),
    select: ({ cohorts }) => cohorts,
    placeholderData: keepPreviousData,
    staleTime,
  });
