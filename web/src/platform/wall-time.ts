import { dayAt, daysBetween, minutesOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';

const MINUTE = 60_000;

const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
const shortClock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: 'numeric' });

const asDate = (time: string) => new Date(minutesOf(time) * MINUTE);

/** '6:00 pm', and 'midnight' for the end of a day. */
export const clockOf = (time: string) => (time === '24:00' ? 'midnight' : clock.format(asDate(time)));

/** The short form: '6 pm', '6:30 pm', unchanged for 24-hour clocks. */
export function spokenTime(time: string): string {
  const parts = shortClock.formatToParts(asDate(time));
  if (!parts.some(({ type }) => type === 'dayPeriod') || !time.endsWith(':00')) return clockOf(time);
  const hour = parts.find(({ type }) => type === 'hour')?.value;
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value;
  return `${hour} ${period}`;
}

const weekday = dateFormat({ timeZone: 'UTC', weekday: 'long' });
const shortDate = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });

/** 'Today', 'Tomorrow', a weekday within the week, else the date. */
export function dayInWords(day: string, today: string): string {
  const distance = daysBetween(today, day);
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Tomorrow';
  const date = new Date(`${day}T00:00:00Z`);
  return distance > 1 && distance < 7 ? weekday.format(date) : shortDate.format(date);
}

/** 'Today, 8:30 pm': a moment by the clock of a zone, said the same way everywhere. */
export function momentInWords(utc: string, timeZone: string, now = Date.now()): string {
  const { day, time } = wallAt(Date.parse(utc), timeZone);
  return `${dayInWords(day, dayAt(now, timeZone))}, ${clockOf(time)}`;
}

type Span = { opens: string; closes: string };

/** Whether hours after midnight are the rest of a night that began the day before. */
export const isRestOfNight = ({ opens, closes }: Span, dayBefore: readonly Span[]): boolean =>
  opens === '00:00' &&
  closes !== '24:00' &&
  dayBefore.some((evening) => evening.closes === '24:00' && evening.opens >= closes);

const dayChip = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric' });

export const shortDayOf = (day: string) => dayChip.format(new Date(`${day}T00:00:00Z`));

/** The name of a weekday, where 0 is Monday. */
export const weekdayInWords = (number: number) => weekday.format(new Date(Date.UTC(2024, 0, 1 + number)));
