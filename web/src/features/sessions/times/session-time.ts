import type { SessionTime } from '@spotter/contract/sessions/sessions.ts';
import { daysBetween, wallTimeOf, withOffset } from '@spotter/contract/wall-clock.ts';
import { clockOf, dayInWords } from '#platform/wall-time.ts';
import { dateFormat } from '#ui/date-format.ts';

export { dayInWords };

const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ timeZone: 'UTC', ...options });
const monthDay = format({ day: 'numeric', month: 'long' });
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });

/** In the wall time that the server names (the gym's, or the reader's own), whatever zone this device is in. */
export const clockTime = (time: Pick<SessionTime, 'local'>) => clockOf(time.local.slice(11, 16));

/** The calendar day of a session, as YYYY-MM-DD in wall time. */
export const dayOf = (time: Pick<SessionTime, 'local'>) => time.local.slice(0, 10);

/** The heading of a day: its name, and the date if the name doesn't contain it. */
export function dayHeading(day: string, today: string): { name: string; date: string | null } {
  const distance = daysBetween(today, day);
  const date = new Date(`${day}T00:00:00Z`);
  if (distance < 0 || distance > 6) return { name: longDay.format(date), date: null };
  return { name: dayInWords(day, today), date: distance < 2 ? longDay.format(date) : monthDay.format(date) };
}

export const fullDay = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`));

/** A moment as the server would format it in a zone. Its relative text stays until the server sends a new one. */
export function timeAt(utc: string, { timezone, relative }: Pick<SessionTime, 'timezone' | 'relative'>): SessionTime {
  const moment = Date.parse(utc);
  return { utc, local: withOffset(wallTimeOf(moment, timezone), moment), timezone, relative };
}

export const hasEnded = ({ end_time }: { end_time: Pick<SessionTime, 'utc'> }, now: number) =>
  Date.parse(end_time.utc) <= now;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '3 days', '6 h 18 min', '42:10': days beyond one day, seconds only in the last hour. */
export function timeLeft(until: string, now: number): string {
  const left = Math.max(0, Date.parse(until) - now);
  if (left > DAY) return left < 1.5 * DAY ? '1 day' : `${Math.round(left / DAY)} days`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  const seconds = Math.floor((left % MINUTE) / 1000);
  return `${Math.floor(left / MINUTE)}:${String(seconds).padStart(2, '0')}`;
}

/** 'in 6 h 18 min' until the start, then whether it is on or over. */
export function countdown(start: string, end: string, now: number): string {
  if (now < Date.parse(start)) return `in ${timeLeft(start, now)}`;
  return now < Date.parse(end) ? 'On now' : 'Ended';
}
