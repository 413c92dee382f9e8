import { largestPage } from '@spotter/contract/limits.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { hoursKeys } from '#platform/api/hours-keys.ts';

export type Gym = Answer<'listGyms'>['results'][number];
export type Override = Answer<'listScheduleOverrides'>['results'][number];

export const gymKeys = {
  all: ['gyms'] as const,
  list: ['gyms', 'list'] as const,
  closing: (id: string, newGymId: string | null) => ['gyms', 'closing', id, newGymId] as const,
  themes: (organizationId: string) => ['gyms', 'themes', organizationId] as const,
};

export const gymsQuery = () =>
  queryOptions({
    queryKey: gymKeys.list,
    queryFn: ({ signal }) => api.listGyms({ query: { page_size: largestPage } }, { signal }),
  });

/** What closing a location would mean, with its sessions and members going to another one. */
export const closingQuery = (id: string, newGymId: string | null) =>
  queryOptions({
    queryKey: gymKeys.closing(id, newGymId),
    queryFn: ({ signal }) =>
      api.getGymClosing({ params: { id }, query: { new_gym_id: newGymId ?? undefined } }, { signal }),
    placeholderData: (previous) => previous,
  });

/** Saved themes a location may show. */
export const gymThemesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: gymKeys.themes(organizationId),
    queryFn: ({ signal }) =>
      api.listSavedThemes({ params: { id: organizationId }, query: { page_size: largestPage } }, { signal }),
    retry: false,
  });

/** The weekly hours of every location the caller may use, and a version for each. */
export const weeklyHoursQuery = (organizationId: string) =>
  queryOptions({
    queryKey: hoursKeys.weekly(organizationId),
    queryFn: ({ signal }) => api.listOperatingHours({ params: { id: organizationId } }, { signal }),
  });

export const overridesQuery = (organizationId: string, gymId: string) =>
  queryOptions({
    queryKey: hoursKeys.overrides(organizationId, gymId),
    queryFn: ({ signal }) =>
      api.listScheduleOverrides({ params: { id: organizationId }, query: { gym_ids: [gymId] } }, { signal }),
  });

export function useRefreshHours() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([hoursKeys.all, gymKeys.list].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
