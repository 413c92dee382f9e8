import { endOfDay } from '../times/session-time.ts';
import { addDays, weekdayInWords, weekdayOf } from '../times/wall-time.ts';

/** How a session repeats, as the form asks it. What is not asked keeps its value, for when it is asked again. */
export type Repeat = {
  kind: 'never' | 'weekly' | 'monthly' | 'custom';
  /** For weeks: 0 is Monday. Without any it is the day of the first session. */
  days: number[];
  every: number;
  ends: 'never' | 'until' | 'count';
  until: string;
  count: number;
  /** An RRULE of RFC 5545, for the custom kind. */
  rule: string;
};

export const noRepeat: Repeat = { kind: 'never', days: [], every: 1, ends: 'never', until: '', count: 8, rule: '' };

export const MOST_APART = 12;
export const MOST_TIMES = 104;

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Which of its weekday in the month a day is: 1 to 4, or -1 for the last where some months have no fifth. */
function nthWeekday(day: string): number {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth > 4 ? -1 : nth;
}

/** '3TU' for the third Tuesday. */
const nthCode = (day: string) => `${nthWeekday(day)}${CODES[weekdayOf(day)]}`;

const daysOf = ({ days }: Repeat, firstDay: string) =>
  days.length > 0 ? days.toSorted((one, other) => one - other) : [weekdayOf(firstDay)];

function endOf({ ends, until, count }: Repeat, zone: string): string {
  if (ends === 'count') return `;COUNT=${count}`;
  if (ends !== 'until' || until === '') return '';
  // The last second of that day at the gym; the standard wants it in UTC.
  const moment = new Date(endOfDay(until, zone).getTime() - 1000);
  return `;UNTIL=${moment.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** The rule to send, or nothing for a session that happens once. */
export function ruleOf(repeat: Repeat, firstDay: string, zone: string): string | undefined {
  const interval = repeat.every > 1 ? `;INTERVAL=${repeat.every}` : '';
  switch (repeat.kind) {
    case 'never':
      return undefined;
    case 'weekly': {
      const on = daysOf(repeat, firstDay).map((day) => CODES[day]);
      return `FREQ=WEEKLY${interval};BYDAY=${on.join(',')}${endOf(repeat, zone)}`;
    }
    case 'monthly':
      return `FREQ=MONTHLY${interval};BYDAY=${nthCode(firstDay)}${endOf(repeat, zone)}`;
    case 'custom':
      return repeat.rule.trim().replace(/^RRULE:/i, '');
  }
}

const partsOf = (rule: string) =>
  new Map(
    rule
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );

/** 20261231 as a day. */
const dayIn = (until: string) => until.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');

/** A rule as the form asks it, for a session of the series; one it has no questions for is kept as it is written. */
export function repeatOf(rule: string, day: string): Repeat {
  const { FREQ, INTERVAL = '1', BYDAY, COUNT, UNTIL, ...rest } = Object.fromEntries(partsOf(rule));
  const own: Repeat = { ...noRepeat, kind: 'custom', rule };
  const every = Number(INTERVAL);
  const count = Number(COUNT ?? noRepeat.count);
  if (Object.keys(rest).length > 0 || every > MOST_APART || count < 2 || count > MOST_TIMES) return own;
  const ends = COUNT ? 'count' : UNTIL ? 'until' : 'never';
  const asked: Repeat = { ...own, every, ends, count, until: UNTIL ? dayIn(UNTIL) : '', rule: '' };
  const monthly: Repeat = { ...asked, kind: 'monthly' };
  if (FREQ === 'MONTHLY' && BYDAY === nthCode(day)) return monthly;
  if (FREQ !== 'WEEKLY') return own;
  const days = (BYDAY ?? '').split(',').flatMap((code) => (code === '' ? [] : [CODES.indexOf(code)]));
  // The day of the session itself goes with it when it is moved.
  const onlyItsOwn = days.length === 1 && days[0] === weekdayOf(day);
  return { ...asked, kind: 'weekly', days: onlyItsOwn ? [] : days };
}

/** The first day from one on that a session is on, as far as days of the week decide it. */
export function firstDayOf(repeat: Repeat, day: string): string {
  if (repeat.kind !== 'weekly') return day;
  const days = daysOf(repeat, day);
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((later) => addDays(day, later));
  return ahead.find((one) => days.includes(weekdayOf(one))) ?? day;
}

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' });
const dateFormat = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const dateInWords = (day: string) => dateFormat.format(new Date(`${day}T00:00:00Z`));
const every = (count: number, unit: string) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`);

function endInWords({ ends, until, count }: Repeat): string {
  if (ends === 'count') return `, ${count} times`;
  return ends === 'until' && until !== '' ? `, until ${dateInWords(until)}` : '';
}

/** As a person would say it: 'Every 2 weeks on Tuesday and Thursday, 8 times'. */
export function repeatInWords(repeat: Repeat, firstDay: string): string {
  switch (repeat.kind) {
    case 'never':
      return "Doesn't repeat";
    case 'weekly':
      return `${every(repeat.every, 'week')} on ${list.format(daysOf(repeat, firstDay).map(weekdayInWords))}${endInWords(repeat)}`;
    case 'monthly': {
      const nth = nthWeekday(firstDay);
      const which = nth === -1 ? 'last' : ORDINALS[nth - 1];
      return `${every(repeat.every, 'month')} on the ${which} ${weekdayInWords(weekdayOf(firstDay))}${endInWords(repeat)}`;
    }
    case 'custom':
      return customInWords(repeat.rule);
  }
}

const UNITS: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

function byDayInWords(part: string): string | null {
  const [, nth = '', code = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(part) ?? [];
  const weekday = CODES.indexOf(code);
  if (weekday === -1) return null;
  const name = weekdayInWords(weekday);
  if (nth === '') return name;
  return Number(nth) === -1 ? `the last ${name}` : `the ${ORDINALS[Number(nth) - 1] ?? `${nth}th`} ${name}`;
}

/** What can be said of a rule somebody wrote; whether it can be used is for the server to say. */
function customInWords(rule: string): string {
  const parts = partsOf(rule);
  const unit = UNITS[parts.get('FREQ') ?? ''];
  if (!unit) return 'Custom rule';
  const ofMonth = (parts.get('BYMONTHDAY') ?? '').split(',').filter((part) => part !== '');
  const on = [
    ...(parts.get('BYDAY') ?? '').split(',').flatMap((part) => byDayInWords(part) ?? []),
    ...ofMonth.map((part) => (part === '-1' ? 'the last day' : `day ${part}`)),
  ];
  const count = parts.get('COUNT');
  const until = /^\d{8}/.test(parts.get('UNTIL') ?? '') ? dayIn(parts.get('UNTIL') ?? '') : null;
  const end = count ? `, ${count} times` : until ? `, until ${dateInWords(until)}` : '';
  return `${every(Number(parts.get('INTERVAL') ?? 1), unit)}${on.length > 0 ? ` on ${list.format(on)}` : ''}${end}`;
}
