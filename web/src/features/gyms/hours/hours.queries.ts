import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { gymKeys } from '../gyms.queries.ts';

export type Override = Answer<'listScheduleOverrides'>['results'][number];

// The first word is that of the member's hours, so a live event about hours concerns these too.
const hoursKeys = {
  all: ['opening-hours'] as const,
  weekly: (organizationId: string) => ['opening-hours', 'weekly', organizationId] as const,
  overrides: (organizationId: string, gymId: string) => ['opening-hours', 'overrides', organizationId, gymId] as const,
};

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
