import { minutesOf } from '@spotter/contract/wall-clock.ts';
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

type Span = { opens: string; closes: string };

/** Whether hours after midnight are the rest of a night that began the day before. */
export const isRestOfNight = ({ opens, closes }: Span, dayBefore: readonly Span[]): boolean =>
  opens === '00:00' &&
  closes !== '24:00' &&
  dayBefore.some((evening) => evening.closes === '24:00' && evening.opens >= closes);

const dayChip = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric' });
const weekdayName = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'long' });

export const shortDayOf = (day: string) => dayChip.format(new Date(`${day}T00:00:00Z`));

/** The name of a weekday, where 0 is Monday. */
export const weekdayInWords = (weekday: number) => weekdayName.format(new Date(Date.UTC(2024, 0, 1 + weekday)));
