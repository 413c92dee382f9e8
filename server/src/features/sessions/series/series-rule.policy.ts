import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { firstDayOfRule, ruleParts, untilDay, weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { wallTimeOf } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';

/** How a session repeats, in days at the gym. The series holds the time of day. */
export type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  interval: number;
  /** `TU`; in a monthly rule `1TU` or `-1TU`. */
  byDay: string[];
  byMonthDay: number[];
  weekStart: string | null;
  count: number | null;
  /** The last day it may occur on. */
  until: string | null;
};

const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'WKST', 'COUNT', 'UNTIL'];

const refuse = (message: string) => fail('series_rule_invalid', fieldError('repeat_rule', message));

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!/^[A-Z]+$/.test(name) || value === '' || rest.length > 0 || parts.has(name))
      throw refuse('Use the form FREQ=WEEKLY;BYDAY=TU');
    if (!known.includes(name)) throw refuse(`A session cannot repeat by ${name}`);
    parts.set(name, value);
  }
  return parts;
}

function whole(value: string | undefined, name: string, most: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (!/^\d{1,4}$/.test(value) || number < 1 || number > most) throw refuse(`${name} must be from 1 to ${most}`);
  return number;
}

/** Parses a requested rule for a session that starts at an instant in a gym's zone; rejects unsupported rules. */
export function readRule(text: string, startsAt: Date, zone: string): Rule {
  const parts = partsOf(text);
  const freq = parts.get('FREQ');
  if (freq !== 'DAILY' && freq !== 'WEEKLY' && freq !== 'MONTHLY')
    throw refuse('A session can repeat by day, week or month');
  const byDay = parts.get('BYDAY')?.split(',') ?? [];
  const dayForm = freq === 'MONTHLY' ? /^[+-]?[1-5](MO|TU|WE|TH|FR|SA|SU)$/ : /^(MO|TU|WE|TH|FR|SA|SU)$/;
  const example = freq === 'MONTHLY' ? '1TU for the first Tuesday' : 'MO,WE';
  if (byDay.some((day) => !dayForm.test(day)) || new Set(byDay).size < byDay.length)
    throw refuse(`BYDAY takes days such as ${example}`);
  const byMonthDay = (parts.get('BYMONTHDAY')?.split(',') ?? []).map(Number);
  if (byMonthDay.length > 0 && (freq !== 'MONTHLY' || byDay.length > 0))
    throw refuse('BYMONTHDAY is for months, and without BYDAY');
  if (byMonthDay.some((day) => !Number.isInteger(day) || (day !== -1 && (day < 1 || day > 31))))
    throw refuse('BYMONTHDAY takes days from 1 to 31, or -1 for the last');
  const weekStart = parts.get('WKST') ?? null;
  if (weekStart !== null && !weekdayCodes.includes(weekStart)) throw refuse('WKST takes a day such as MO');
  const count = whole(parts.get('COUNT'), 'COUNT', seriesLimits.times);
  const until = lastDay(parts.get('UNTIL'), startsAt, zone);
  if (count !== null && until !== null) throw refuse('Use COUNT or UNTIL, not both');
  const interval = whole(parts.get('INTERVAL'), 'INTERVAL', seriesLimits.every[freq]) ?? 1;
  return { freq, interval, byDay, byMonthDay, weekStart, count, until };
}

/** The last day a rule allows. UNTIL may be a day, a local time, or an instant just before that day's session. */
function lastDay(given: string | undefined, startsAt: Date, zone: string): string | null {
  if (given === undefined) return null;
  const [, year, month, date, time, utc] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})(Z)?)?$/.exec(given) ?? [];
  const starts = wallTimeOf(startsAt, zone);
  let day: Temporal.PlainDate;
  try {
    const clock = time ? `T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}` : starts.slice(10);
    const shown = Temporal.PlainDateTime.from(`${year}-${month}-${date}${clock}`, { overflow: 'reject' });
    const local = utc ? shown.toZonedDateTime('UTC').withTimeZone(zone).toPlainDateTime() : shown;
    const beforeSession = Temporal.PlainTime.compare(local.toPlainTime(), starts.slice(11)) < 0;
    day = local.toPlainDate().subtract({ days: beforeSession ? 1 : 0 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refuse('UNTIL takes a day such as 20270331');
  }
  const first = Temporal.PlainDate.from(starts.slice(0, 10));
  if (Temporal.PlainDate.compare(day, first) < 0) throw refuse('It must not end before it starts');
  if (Temporal.PlainDate.compare(day, first.add({ years: seriesLimits.years })) > 0)
    throw refuse(`It can repeat for ${seriesLimits.years} years at most`);
  return day.toString();
}

/** A stored rule, which is always valid. */
export function storedRule(text: string): Rule {
  const { FREQ, INTERVAL, BYDAY, BYMONTHDAY, WKST, COUNT, UNTIL } = ruleParts(text);
  return {
    freq: FREQ as Rule['freq'],
    interval: Number(INTERVAL ?? 1),
    byDay: BYDAY?.split(',') ?? [],
    byMonthDay: BYMONTHDAY?.split(',').map(Number) ?? [],
    weekStart: WKST ?? null,
    count: COUNT ? Number(COUNT) : null,
    until: UNTIL ? untilDay(UNTIL) : null,
  };
}

export function ruleText(rule: Rule): string {
  const { freq, interval, byDay, byMonthDay, weekStart, count, until } = rule;
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(byDay.length > 0 ? [`BYDAY=${byDay.join(',')}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay.join(',')}`] : []),
    ...(weekStart ? [`WKST=${weekStart}`] : []),
    ...(count === null ? [] : [`COUNT=${count}`]),
    ...(until === null ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';');
}

const noon = (day: string) => Temporal.ZonedDateTime.from(`${day}T12:00[UTC]`);

/**
 * The days of a rule between two days (both included), counted from its first day. Working in days leaves daylight
 * saving to the step that adds the time of day.
 */
export function daysOf(rule: Rule, first: string, { from, to }: { from: string; to: string }): string[] {
  const days = new RRuleTemporal({
    freq: rule.freq,
    interval: rule.interval,
    dtstart: noon(first),
    temporal: Temporal,
    ...(rule.byDay.length > 0 && { byDay: rule.byDay }),
    ...(rule.byMonthDay.length > 0 && { byMonthDay: rule.byMonthDay }),
    ...(rule.weekStart && { wkst: rule.weekStart }),
    ...(rule.count !== null && { count: rule.count }),
    ...(rule.until !== null && { until: noon(rule.until) }),
  });
  return days.between(noon(from), noon(to), true).map((day) => day.toPlainDate().toString());
}

/** The first day of a rule on or after a day, as the form shows it. */
export function firstDayOf(rule: Rule, day: string): string {
  const first = firstDayOfRule(ruleText(rule), day);
  if (!first) throw refuse('This never happens');
  return first;
}
