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
