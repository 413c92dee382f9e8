import { addDays, momentOf, momentsOf, weekdayOf } from '../wall-clock.ts';

/*
 * When a gym is open. The server asks PostgreSQL (`opening.repo.ts`), the web app asks these functions while a member
 * chooses a time; `open-times.property.api.drill.test.ts` holds the two together.
 */

export type OpenSpan = { opens: string; closes: string };
type Override = {
  id: string;
  from: string;
  to: string;
  closed: boolean;
  opens: string | null;
  closes: string | null;
  more_hours: readonly OpenSpan[];
  reason: string;
  created_at: string;
};
export type Hours = { weekly: readonly (OpenSpan & { weekday: number })[]; overrides: readonly Override[] };

type Dated = Pick<Override, 'id' | 'from' | 'to' | 'created_at'>;
const isNewer = (one: Dated, other: Dated) =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;

/** The newest override of a day holds; of two that were made at once, the one with the greater id. */
export const overrideOn = <O extends Dated>(overrides: readonly O[], day: string): O | undefined =>
  overrides
    .filter(({ from, to }) => from <= day && day <= to)
    .reduce<O | undefined>((held, next) => (held && isNewer(held, next) ? held : next), undefined);

/** Whether hours after midnight are the rest of a night that began the day before. */
export const isRestOfNight = ({ opens, closes }: OpenSpan, dayBefore: readonly OpenSpan[]): boolean =>
  opens === '00:00' &&
  closes !== '24:00' &&
  dayBefore.some((evening) => evening.closes === '24:00' && evening.opens >= closes);

const weeklyOn = (day: string, { weekly }: Hours) => weekly.filter(({ weekday }) => weekday === weekdayOf(day));

const spansOf = (override: Override | undefined): OpenSpan[] => {
  if (!override?.opens || !override.closes || override.closed) return [];
  return [{ opens: override.opens, closes: override.closes }, ...override.more_hours];
};

/** Those that touch or overlap become one. */
function merged(spans: readonly OpenSpan[]): OpenSpan[] {
  const result: OpenSpan[] = [];
  for (const { opens, closes } of spans.toSorted((one, other) => one.opens.localeCompare(other.opens))) {
    const last = result.at(-1);
    if (!last || opens > last.closes) result.push({ opens, closes });
    else if (closes > last.closes) last.closes = closes;
  }
  return result;
}

/**
 * The spans of a day, and why they differ from the weekly hours. A night belongs to the day it began, so the rest of one
 * goes with the day before.
 */
export function openingOn(day: string, hours: Hours): { spans: OpenSpan[]; reason: string | null } {
  const before = addDays(day, -1);
  const [override, overrideBefore] = [overrideOn(hours.overrides, day), overrideOn(hours.overrides, before)];
  const weekly = weeklyOn(day, hours).filter(
    (span) => !(isRestOfNight(span, weeklyOn(before, hours)) ? overrideBefore : override),
  );
  const nights = spansOf(overrideBefore).filter(({ opens, closes }) => closes <= opens && closes > '00:00');
  const spans = [
    ...weekly,
    ...nights.map(({ closes }) => ({ opens: '00:00', closes })),
    ...spansOf(override).map(({ opens, closes }) => ({ opens, closes: closes <= opens ? '24:00' : closes })),
  ];
  return { spans: merged(spans), reason: override?.reason || null };
}

type Moments = { opens: number; closes: number };

/**
 * When a gym is open on a day and the next: one that closes and opens at midnight stays open. Where clocks go back, it
 * opens at the first and closes at the second of an hour that occurs twice; where they skip one, both move past it.
 */
export function openMoments(day: string, zone: string, hours: Hours): Moments[] {
  const later = (wall: string) => momentOf(wall, zone, 'later');
  const all = [day, addDays(day, 1)]
    .flatMap((on) =>
      openingOn(on, hours).spans.map(({ opens, closes }) => ({
        opens: later(`${on}T${opens}`).getTime(),
        closes: (momentsOf(`${on}T${closes}`, zone).at(-1) ?? later(`${on}T${closes}`)).getTime(),
      })),
    )
    .filter(({ opens, closes }) => opens < closes)
    .toSorted((one, other) => one.opens - other.opens);
  const open: Moments[] = [];
  for (const span of all) {
    const last = open.at(-1);
    if (last && span.opens <= last.closes) last.closes = Math.max(last.closes, span.closes);
    else open.push({ ...span });
  }
  return open;
}
