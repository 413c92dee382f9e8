import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

/** Minutes of a day by the clock on the wall. */
export type Span = { from: number; to: number };

type Weekly = Pick<Answer<'listOperatingHours'>['results'][number], 'weekday' | 'opens' | 'closes'>;
type Change = Pick<
  Answer<'listScheduleOverrides'>['results'][number],
  'id' | 'from' | 'to' | 'reason' | 'opens' | 'closes' | 'created_at'
>;
export type OpeningHours = { weekly: readonly Weekly[]; changes: readonly Change[] };
export type OpenDay = {
  spans: readonly Span[];
  /** Why this day differs from the others of its kind, where somebody said so. */
  reason: string | null;
};

/** A gym's weekly hours and the days that differ from them. */
export const openingHoursQuery = (gym: { id: string; organization_id: string }) =>
  queryOptions({
    queryKey: ['opening-hours', gym.id] as const,
    queryFn: async ({ signal }): Promise<OpeningHours> => {
      const call = { params: { id: gym.organization_id }, query: { gym_ids: [gym.id] } };
      const [weekly, changes] = await Promise.all([
        api.listOperatingHours(call, { signal }),
        api.listScheduleOverrides(call, { signal }),
      ]);
      return { weekly: weekly.results, changes: changes.results };
    },
  });

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const spanOf = ({ opens, closes }: { opens: string; closes: string }): Span => ({
  from: minutesOf(opens),
  to: minutesOf(closes),
});

/** Spans that touch are one. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && span.from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else result.push(span);
  }
  return result;
}

/** 0 is Monday. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

const newestFirst = (one: Change, other: Change) =>
  other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);

/** When a gym is open on a day. Of several changes to it the newest holds, as on the server. */
export function openOn({ weekly, changes }: OpeningHours, day: string): OpenDay {
  const change = changes.filter(({ from, to }) => from <= day && day <= to).toSorted(newestFirst)[0];
  if (change) {
    const { opens, closes, reason } = change;
    return { spans: opens !== null && closes !== null ? [spanOf({ opens, closes })] : [], reason: reason || null };
  }
  const weekday = weekdayOf(day);
  return { spans: merged(weekly.filter((span) => span.weekday === weekday).map(spanOf)), reason: null };
}

const DAY_MINUTES = 1440;

/** Whether the gym is open for the whole of a stay, which may go on into the next day. */
export function isOpenFor(today: OpenDay, tomorrow: OpenDay, stay: Span): boolean {
  const later = tomorrow.spans.map(({ from, to }) => ({ from: from + DAY_MINUTES, to: to + DAY_MINUTES }));
  return merged([...today.spans, ...later]).some(({ from, to }) => from <= stay.from && stay.to <= to);
}
