import { addDays, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const isDay = (text: string) => /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
/** A valid day from an address, which may contain anything. */
export const asDay = (text: string | null): string | null =>
  text !== null && isDay(text) && dateOf(text).toISOString().startsWith(text) ? text : null;

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day));

export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index));

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The same day some months later, or that month's last day. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date.getUTCDate(), last));
  return target.toISOString().slice(0, 10);
}

/** The weeks of a month, each as its Monday. */
export function weeksOfMonth(day: string): string[] {
  const weeks: string[] = [];
  const month = day.slice(0, 7);
  for (let monday = mondayOf(firstOfMonth(day)); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(monday);
  return weeks;
}

export const views = ['day', 'three-days', 'week', 'month', 'agenda'] as const;
export type View = (typeof views)[number];

const AGENDA_DAYS = 14;

/** A phone has room for three days, not seven. */
export const viewFor = (view: View, isWide: boolean): View => (view === 'week' && !isWide ? 'three-days' : view);

/** The days a view shows, starting with the selected one. A month covers whole weeks. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'day') return [day];
  if (view === 'three-days') return daysFrom(day, 3);
  if (view === 'week') return daysFrom(day, 7);
  if (view === 'month') return weeksOfMonth(day).flatMap((monday) => daysFrom(monday, 7));
  return daysFrom(day, AGENDA_DAYS);
}

/** The Mondays of all weeks that contain these days. */
export const weeksOf = (days: readonly string[]): string[] => [...new Set(days.map(mondayOf))];

/** One step back or forward in a view. */
export function step(view: View, day: string, direction: 1 | -1): string {
  if (view === 'month') return addMonths(firstOfMonth(day), direction);
  return addDays(day, direction * { day: 1, 'three-days': 3, week: 7, agenda: AGENDA_DAYS }[view]);
}

const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ timeZone: 'UTC', ...options });
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
const dayAndYear = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const month = format({ month: 'long', year: 'numeric' });
const range = format({ day: 'numeric', month: 'long', year: 'numeric' });
const monthDay = format({ day: 'numeric', month: 'long' });
const shortRange = format({ day: 'numeric', month: 'short' });
const shortWeekday = format({ weekday: 'short' });
const longWeekday = format({ weekday: 'long' });
const shortDate = format({ weekday: 'short', day: 'numeric', month: 'short' });

/** Cached, because thousands of names are requested for few days. */
function remembered(name: (day: string) => string) {
  const known = new Map<string, string>();
  return (day: string): string => {
    const text = known.get(day) ?? name(day);
    known.set(day, text);
    return text;
  };
}

export const weekdayShort = remembered((day) => shortWeekday.format(dateOf(day)));
export const weekdayLong = remembered((day) => longWeekday.format(dateOf(day)));
export const dayLong = remembered((day) => longDay.format(dateOf(day)));
export const dayShort = remembered((day) => shortDate.format(dateOf(day)));
export const monthName = remembered((day) => month.format(dateOf(day)));
export const dateNumber = (day: string) => String(Number(day.slice(8)));

/** The heading of a view. A narrow one leaves out the year and what the days below already say. */
export function titleOf(view: View, day: string, isShort = false): string {
  if (view === 'day') return (isShort ? monthDay : dayAndYear).format(dateOf(day));
  if (view === 'month') return month.format(dateOf(day));
  const days = daysOf(view, day);
  return (isShort ? shortRange : range).formatRange(dateOf(days[0] ?? day), dateOf(days.at(-1) ?? day));
}
