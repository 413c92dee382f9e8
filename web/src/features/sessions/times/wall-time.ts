import { offsetAt } from './session-time.ts';

/*
 * A day is `YYYY-MM-DD` and a time of day `HH:mm`, both on the wall of the gym; `24:00` is the end of a day. Only
 * where two of them are compared across a change of the clocks do they become moments.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** What the wall of a zone shows at a moment. */
export function wallAt(instant: number, zone: string): { day: string; time: string } {
  const wall = new Date(instant + offsetAt(zone, instant)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The moment a wall shows a time, the earlier one when it shows it twice, or null when the clocks skip it. */
export function momentOf(day: string, time: string, zone: string): number | null {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutesOf(time) * MINUTE;
  const offsets = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)];
  const moments = offsets.map((offset) => wall - offset).filter((moment) => moment + offsetAt(zone, moment) === wall);
  return moments.length > 0 ? Math.min(...moments) : null;
}

const clock = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
const shortClock = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', hour: 'numeric', minute: 'numeric' });

const asDate = (time: string) => new Date(minutesOf(time) * MINUTE);

/** '6:00 pm', and the end of a day as people call it. */
export const clockOf = (time: string) => (time === '24:00' ? 'midnight' : clock.format(asDate(time)));

/** As people say it: '6 pm', '6:30 pm', and as it stands where clocks have 24 hours. */
export function spokenTime(time: string): string {
  const parts = shortClock.formatToParts(asDate(time));
  if (!parts.some(({ type }) => type === 'dayPeriod') || !time.endsWith(':00')) return clockOf(time);
  const hour = parts.find(({ type }) => type === 'hour')?.value;
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value;
  return `${hour} ${period}`;
}

const dayChip = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'short', day: 'numeric' });
const weekdayName = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'long' });

export const shortDayOf = (day: string) => dayChip.format(new Date(`${day}T00:00:00Z`));

/** The name of a weekday, 0 being Monday. */
export const weekdayInWords = (weekday: number) => weekdayName.format(new Date(Date.UTC(2024, 0, 1 + weekday)));
