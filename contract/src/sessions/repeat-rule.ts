import { addDays, weekdayOf } from '../wall-clock.ts';

/** The weekdays of a repeat rule (RFC 5545), Monday first. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The parts of a rule as it is stored or typed: `{ FREQ: 'WEEKLY', BYDAY: 'TU' }`. */
export const ruleParts = (rule: string): Record<string, string> =>
  Object.fromEntries(
    rule
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );

/** The day of an UNTIL: `20261231` is `2026-12-31`. */
export const untilDay = (until: string): string => until.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');

const dateOf = (day: string) => Number(day.slice(8));
/** The days of its month from this one on: 1 on the last. */
const daysLeft = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate() - dateOf(day) + 1;

/** Whether a day is one of BYMONTHDAY, such as `1,15`, or -1 for the last of its month. */
const isOnDate = (day: string, dates: string) =>
  dates.split(',').some((date) => Number(date) === dateOf(day) || Number(date) === -daysLeft(day));

/** Whether a day is one of BYDAY, such as `TU,TH`, or in a monthly rule `1TU` or `-1TU`. */
const isOnWeekday = (day: string, weekdays: string) =>
  weekdays.split(',').some((one) => {
    const [code, place] = [one.slice(-2), Number(one.slice(0, -2))];
    if (code !== weekdayCodes[weekdayOf(day)]) return false;
    return place === 0 || place === (place > 0 ? Math.ceil(dateOf(day) / 7) : -Math.ceil(daysLeft(day) / 7));
  });

/** Far enough ahead for every rule to have a day. */
const MOST_AHEAD = 400;

/**
 * The first day of a rule on or after a day: on a Monday, a rule for Tuesdays begins the day after. So does a rule for
 * every other Tuesday, because its weeks are counted from there. Null when it ends before.
 */
export function firstDayOfRule(rule: string, from: string): string | null {
  const { BYDAY, BYMONTHDAY, UNTIL } = ruleParts(rule);
  const last = UNTIL ? untilDay(UNTIL) : null;
  for (let ahead = 0; ahead <= MOST_AHEAD; ahead++) {
    const day = addDays(from, ahead);
    if (last !== null && day > last) return null;
    if ((!BYDAY || isOnWeekday(day, BYDAY)) && (!BYMONTHDAY || isOnDate(day, BYMONTHDAY))) return day;
  }
  return null;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const units: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const places: Record<string, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', '-1': 'last' };

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' });
const ordinal = new Intl.PluralRules('en-AU', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 'Tuesday', or in a monthly rule 'the first Tuesday'. */
function weekdayInWords(day: string): string[] {
  const [, place, code = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(day) ?? [];
  const weekday = weekdays[weekdayCodes.indexOf(code)];
  if (!weekday) return [];
  if (!place) return [weekday];
  return [`the ${places[Number(place)] ?? `${places[-Number(place)]} to last`} ${weekday}`];
}

/** 'the 15th', 'the last day'. */
export const dateInMonth = (day: string) =>
  day === '-1' ? 'the last day' : `the ${day}${endings[ordinal.select(Number(day))]}`;

type Reader = {
  now: Date;
  /** The locale for dates; this device's by default. */
  locale?: string;
};

/** '3 March', with the year unless it is the current one. */
function dateInWords(until: string, { now, locale }: Reader): string {
  const date = new Date(`${untilDay(until)}T00:00:00Z`);
  const year = date.getUTCFullYear() === now.getUTCFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', ...year });
}

/** 'Every 2 weeks on Tuesday and Thursday until 3 March'; null for a rule without words. */
export function ruleInWords(rule: string, reader: Reader): string | null {
  const { FREQ = '', INTERVAL = '1', BYDAY = '', BYMONTHDAY, COUNT, UNTIL } = ruleParts(rule);
  const unit = units[FREQ];
  if (!unit) return null;
  const on = [...BYDAY.split(',').flatMap(weekdayInWords), ...(BYMONTHDAY?.split(',').map(dateInMonth) ?? [])];
  return [
    INTERVAL === '1' ? `Every ${unit}` : `Every ${INTERVAL} ${unit}s`,
    on.length > 0 ? ` on ${list.format(on)}` : '',
    COUNT ? (COUNT === '1' ? ', once' : `, ${COUNT} times`) : '',
    UNTIL && /^\d{8}/.test(UNTIL) ? ` until ${dateInWords(UNTIL, reader)}` : '',
  ].join('');
}
