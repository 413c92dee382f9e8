import { minutesOf } from '@spotter/contract/wall-clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { type Hours, openingOn } from './session-slots.ts';

/** A gym's weekly hours and the days that differ from them. */
export const openingHoursQuery = (gym: { id: string; organization_id: string }) =>
  queryOptions({
    queryKey: ['opening-hours', gym.id] as const,
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

/** Minutes of a day by the clock on the wall. */
export type Span = { from: number; to: number };
export type OpenDay = {
  spans: readonly Span[];
  /** Why this day differs from the others of its kind, where somebody said so. */
  reason: string | null;
};

/** When a gym is open on a day, in order; spans that touch are one. */
export function openOn(hours: Hours, day: string): OpenDay {
  const { spans, reason } = openingOn(day, hours);
  const merged: Span[] = [];
  for (const { opens, closes } of spans) {
    const span = { from: minutesOf(opens), to: minutesOf(closes) };
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push(span);
  }
  return { spans: merged, reason };
}
