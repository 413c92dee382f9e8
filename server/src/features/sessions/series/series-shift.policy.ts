import { weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { addDays, daysBetween, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Occurrence, SeriesRow } from './series.read.ts';
import { daysOf, type Rule, ruleText, storedRule } from './series-rule.policy.ts';

const weekdayCodeOf = (day: string) => weekdayCodes[weekdayOf(day)]!;

export type RuleMove = {
  /** The new rule and its start. */
  rule: string;
  startsLocal: string;
  /** The old rule, ended before the first session in scope. */
  ruleBefore: string;
  /** Whether the days change, and not just the time. */
  otherDays: boolean;
  /** Maps a day of the old rule to its day under the new one. */
  dayOf(day: string): string;
};

/**
 * The rule after one session moves to another local time and the others follow. The new weekday replaces the session's
 * old one; other weekdays of the rule stay. `daysInScope` are in order.
 */
export function moveRule(
  series: SeriesRow,
  target: Occurrence,
  wall: string,
  daysInScope: readonly string[],
): RuleMove {
  const from = daysInScope[0]!;
  const rule = storedRule(series.rrule);
  const first = series.starts_local.slice(0, 10);
  const before = wallTimeOf(target.starts_at, series.timezone);
  const sameClock = before.slice(11) === wall.slice(11);
  const time = sameClock ? series.starts_local.slice(11) : wall.slice(11);
  const shift = daysBetween(before.slice(0, 10), wall.slice(0, 10));
  const days = shift === 0 ? stay(rule) : shiftDays(rule, target.occurrence_on, shift);
  const gone = rule.count === null ? 0 : daysOf(rule, first, { from: first, to: addDays(from, -1) }).length;
  // A weekday that was moved past another leaves a day of the rule without a session: it counts for nothing.
  const count = rule.count === null ? null : Math.max(rule.count - gone, daysInScope.length);
  const ended = { ...rule, count: null, until: addDays(from, -1) };
  return {
    rule: ruleText({ ...days.rule, count }),
    // A day that moves may land after the one that followed it.
    startsLocal: `${daysInScope.map(days.dayOf).toSorted()[0]}T${time}`,
    ruleBefore: ruleText(ended),
    otherDays: shift !== 0,
    dayOf: days.dayOf,
  };
}

type Days = { rule: Rule; dayOf(day: string): string };

const stay = (rule: Rule): Days => ({ rule, dayOf: (day) => day });

function shiftDays(rule: Rule, day: string, shift: number): Days {
  const until = rule.until && addDays(rule.until, shift);
  if (rule.freq === 'MONTHLY')
    throw fail(
      'validation_failed',
      fieldError('start_time', 'A monthly session keeps its day. Move only this one, or change how it repeats.'),
    );
  if (rule.byDay.length === 0) return { rule: { ...rule, until }, dayOf: (one) => addDays(one, shift) };
  const old = weekdayCodeOf(day);
  const now = weekdayCodeOf(addDays(day, shift));
  if (now !== old && rule.byDay.includes(now))
    throw fail('validation_failed', fieldError('start_time', 'It already repeats on that day of the week'));
  const byDay = rule.byDay.map((one) => (one === old ? now : one));
  const sorted = byDay.toSorted((a, b) => weekdayCodes.indexOf(a) - weekdayCodes.indexOf(b));
  return {
    rule: { ...rule, until, byDay: sorted },
    dayOf: (one) => (weekdayCodeOf(one) === old ? addDays(one, shift) : one),
  };
}
