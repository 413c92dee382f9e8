import { type Hours, openingOn } from '@spotter/contract/gyms/open-times.ts';
import { minutesOf } from '@spotter/contract/wall-clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { hoursKeys } from '#platform/api/hours-keys.ts';

/** A gym's weekly hours and the days that differ. */
export const openingHoursQuery = (gym: { id: string; organization_id: string }) =>
  queryOptions({
    queryKey: hoursKeys.ofGym(gym.id),
    queryFn: async ({ signal }): Promise<Hours> => {
      const call = { params: { id: gym.organization_id }, query: { gym_ids: [gym.id] } };
      const [weekly, overrides] = await Promise.all([
        api.listOperatingHours(call, { signal }),
        api.listScheduleOverrides(call, { signal }),
      ]);
      return { weekly: weekly.results, overrides: overrides.results };
    },
    meta: { kept: true },
  });

/** Minutes of a day on the wall clock. */
export type OpenMinutes = { from: number; to: number };
export type OpenDay = {
  spans: readonly OpenMinutes[];
  /** Why this day differs, if a reason was given. */
  reason: string | null;
};

/** A gym's opening hours on a day, in order; adjacent spans are merged. */
export function openOn(hours: Hours, day: string): OpenDay {
  const { spans, reason } = openingOn(day, hours);
  return { spans: spans.map(({ opens, closes }) => ({ from: minutesOf(opens), to: minutesOf(closes) })), reason };
}
