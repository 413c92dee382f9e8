import { daysBetween } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';

const short = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
const weekday = dateFormat({ weekday: 'short', timeZone: 'UTC' });
const hour = dateFormat({ hour: 'numeric', timeZone: 'UTC' });

const momentOf = (day: string) => new Date(`${day}T00:00:00Z`);
export const dayShort = (day: string) => short.format(momentOf(day));
export const dayLong = (day: string) => long.format(momentOf(day));
export const monthName = (day: string) => month.format(momentOf(day));
export const periodInWords = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayLong(from) : long.formatRange(momentOf(from), momentOf(to));
/** 'previous 30 days': the period before is as long. */
export function previousInWords({ from, to }: { from: string; to: string }): string {
  const days = daysBetween(from, to) + 1;
  if (days === 365 || days === 366) return 'previous 12 months';
  return days === 1 ? 'previous day' : `previous ${days} days`;
}
/** 0 is Monday. */
export const weekdayName = (number: number) => weekday.format(new Date(Date.UTC(2024, 0, 1 + number)));
export const hourName = (number: number) => hour.format(new Date(Date.UTC(2024, 0, 1, number)));

export const figureLabels = {
  active_members: 'Active members',
  sessions: 'Sessions',
  joins: 'Spots taken',
  fill_rate: 'How full',
  new_members: 'New members',
  attendance_rate: 'Attendance',
} as const;
export type FigureName = keyof typeof figureLabels;
export const figureNames = Object.keys(figureLabels) as FigureName[];
const isRate = (name: FigureName) => name === 'fill_rate' || name === 'attendance_rate';

export const numberInWords = (value: number) => value.toLocaleString();
export function figureInWords(name: FigureName, value: number | null): string {
  if (value === null) return '–';
  return isRate(name) ? `${numberInWords(value)}%` : numberInWords(value);
}

/** From fewer, a change by one would be many percent. */
const FEWEST_FOR_PERCENT = 10;

type Change = { text: string; direction: -1 | 0 | 1; isFromFew: boolean };

/** Rates change by points: from 60% to 66% are 6 points, not 10%. A few change by their number: from 1 to 17 are 16. */
export function changeInWords(
  name: FigureName,
  {
    value,
    previous,
    change_percent: percent,
  }: { value: number | null; previous: number | null; change_percent: number | null },
): Change | null {
  if (value === null || previous === null) return null;
  const isFromFew = !isRate(name) && percent !== null && previous < FEWEST_FOR_PERCENT;
  const difference = isRate(name) ? Math.round((value - previous) * 10) / 10 : isFromFew ? value - previous : percent;
  if (difference === null) return null;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  const unit = isFromFew ? '' : isRate(name) ? (Math.abs(difference) === 1 ? ' point' : ' points') : '%';
  return {
    text: `${sign}${numberInWords(Math.abs(difference))}${unit}`,
    direction: Math.sign(difference) as -1 | 0 | 1,
    isFromFew,
  };
}
