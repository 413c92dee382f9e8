import type { DateOrder } from './columns.format.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (part: number | string) => String(part).padStart(2, '0');

/** A day that exists, `2026-11-20`; null otherwise. */
function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 70 ? 2000 + year : year < 100 ? 1900 + year : year;
  const text = `${full}-${two(month)}-${two(day)}`;
  const moment = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return exists && full >= 1950 && full <= 2100 ? text : null;
}

const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const shortDay = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*,?[ -](\d{4}|\d{2})(?!\d)/i;
const nameAndDay = /^([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** Without a weekday in front, and with plain spaces: some programs write a narrow one before AM and PM. */
const plainMoment = (cell: string) => cell.trim().replaceAll(/\s+/g, ' ').replace(weekday, '');

/** A day as programs and people write it, at the start of a cell. */
export function readDay(cell: string, order: DateOrder): string | null {
  const text = plainMoment(cell);
  const iso = isoDay.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const short = shortDay.exec(text);
  if (short) {
    const [first, second] = [Number(short[1]), Number(short[2])];
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return dayOf(Number(short[3]), month, day);
  }
  const [named, dayFirst] = [nameAndDay.exec(text), dayAndName.exec(text)];
  const month = months.indexOf((named?.[1] ?? dayFirst?.[2] ?? '').toLowerCase()) + 1;
  if (month === 0) return null;
  return named
    ? dayOf(Number(named[3]), month, Number(named[2]))
    : dayOf(Number(dayFirst?.[3]), month, Number(dayFirst?.[1]));
}

const clock = /(?:^|[ T])(\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)? ?([ap])\.?m\.?/i;
const clock24 = /(?:^|[ T])(\d{1,2}):(\d{2})/;

/** A time of day, `18:00`, anywhere in a cell; null if it has none. */
export function readTime(cell: string): string | null {
  const text = plainMoment(cell);
  const half = clock.exec(text);
  const found = half ?? clock24.exec(text);
  if (!found) return null;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null;
  const after = half ? (hour % 12) + (half[3]?.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${two(after)}:${two(minute)}`;
}

const zoned = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}|[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?) ?(Z|[+-]\d{2}:?\d{2})$/i;

/** How far a cell's time is from UTC, such as `+10:00` or `Z`; empty if it is the location's own time. */
export const readOffset = (cell: string): string => zoned.exec(cell.trim())?.[1]?.toUpperCase() ?? '';

/** Which part of 3/4/2026 is the day, if one of the days can't be a month. Null if all days fit both. */
export function orderOf(cells: Iterable<string>): DateOrder | null {
  for (const cell of cells) {
    const found = shortDay.exec(plainMoment(cell));
    const [first, second] = [Number(found?.[1]), Number(found?.[2])];
    if (first > 12 && second <= 12) return 'dmy';
    if (second > 12 && first <= 12) return 'mdy';
  }
  return null;
}
