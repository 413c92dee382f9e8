import { sessionLimits } from '@spotter/contract/sessions/limits.ts';

const days: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const units: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const spots: Record<string, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', '-1': 'last' };

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' });
const ordinal = new Intl.PluralRules('en-AU', { type: 'ordinal' });
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 'Tuesday', or in a monthly rule 'the first Tuesday'. */
function dayInWords(day: string): string[] {
  const [, spot, name = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(day) ?? [];
  const weekday = days[name];
  if (!weekday) return [];
  if (!spot) return [weekday];
  const which = spots[Number(spot)] ?? `${spots[-Number(spot)]} to last`;
  return [`the ${which} ${weekday}`];
}

const monthDayInWords = (day: string) =>
  day === '-1' ? 'the last day' : `the ${day}${endings[ordinal.select(Number(day))]}`;

/** '3 March', with the year unless it is the current one. */
function dateInWords(until: string, now: Date): string {
  const date = new Date(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T00:00:00Z`);
  const thisYear = date.getUTCFullYear() === now.getUTCFullYear();
  return date.toLocaleDateString('en-AU', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(!thisYear && { year: 'numeric' }),
  });
}

/** A repeat rule in words: 'Every 2 weeks on Tuesday and Thursday until 3 March'. */
export function ruleInWords(rule: string, now = new Date()): string {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const unit = units[parts.FREQ ?? ''];
  if (!unit) return 'Repeats';
  const every = Number(parts.INTERVAL ?? 1);
  const on = [
    ...(parts.BYDAY?.split(',') ?? []).flatMap(dayInWords),
    ...(parts.BYMONTHDAY?.split(',') ?? []).map(monthDayInWords),
  ];
  return [
    `Every ${every === 1 ? unit : `${every} ${unit}s`}`,
    on.length > 0 ? ` on ${list.format(on)}` : '',
    parts.COUNT ? (parts.COUNT === '1' ? ', once' : `, ${parts.COUNT} times`) : '',
    parts.UNTIL ? ` until ${dateInWords(parts.UNTIL, now)}` : '',
  ].join('');
}

/** Tells members about a new rule: 'It now repeats every week on Monday and Thursday'. */
export function nowRepeats(rule: string, now = new Date()): string {
  const words = ruleInWords(rule, now);
  const said = `It now repeats ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return said.length > sessionLimits.cancelReason ? 'It now repeats on other days' : said;
}
