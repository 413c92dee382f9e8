import { timeWords } from '@spotter/contract/time-words.ts';
import { dayAt, minutesOf, offsetAt, wallAt } from '@spotter/contract/wall-clock.ts';
import { serverNow } from '#platform/server-clock.ts';
import { dateFormat } from '#ui/date-format.ts';

const MINUTE = 60_000;

/** In the reader's language, and the same way everywhere. */
export const { clock: clockOf, date: dateOf, longDate, day: dayInWords } = timeWords();

const shortClock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: 'numeric' });

const asDate = (time: string) => new Date(minutesOf(time) * MINUTE);

/** The short form: '6 pm', '6:30 pm', unchanged for 24-hour clocks. */
export function spokenTime(time: string): string {
  const parts = shortClock.formatToParts(asDate(time));
  if (!parts.some(({ type }) => type === 'dayPeriod') || !time.endsWith(':00')) return clockOf(time);
  const hour = parts.find(({ type }) => type === 'hour')?.value;
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value;
  return `${hour} ${period}`;
}

const weekday = dateFormat({ timeZone: 'UTC', weekday: 'long' });
/** The zone of the reader's device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Today, 8:30 pm': a moment by the clock of a zone. The zone is named where the reader's clock differs from it. */
export function momentInWords(utc: string, timeZone: string, now = serverNow(), readersZone = ownZone()): string {
  const instant = Date.parse(utc);
  const { day, time } = wallAt(instant, timeZone);
  const words = `${dayInWords(day, dayAt(now, timeZone))}, ${clockOf(time)}`;
  const isElsewhere = offsetAt(timeZone, instant) !== offsetAt(readersZone, instant);
  return isElsewhere ? `${words} ${zoneName(instant, timeZone)}` : words;
}

/** The short name of a zone at a moment, such as 'AEDT', for times that are ambiguous on their own. */
export const zoneName = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const dayChip = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric' });

export const shortDayOf = (day: string) => dayChip.format(new Date(`${day}T00:00:00Z`));

/** The name of a weekday, where 0 is Monday. */
export const weekdayInWords = (number: number) => weekday.format(new Date(Date.UTC(2024, 0, 1 + number)));
