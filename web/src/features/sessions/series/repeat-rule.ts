import {
  firstDayOfRule,
  ruleInWords,
  ruleParts,
  untilDay,
  weekdayCodes,
} from '@spotter/contract/sessions/repeat-rule.ts';
import { weekdayOf } from '@spotter/contract/wall-clock.ts';

/** How a session repeats, as the form edits it. Hidden fields keep their value for when they show again. */
export type Repeat = {
  /** `kept` is a rule that the form can't edit, only replace. */
  kind: 'never' | 'daily' | 'weekly' | 'monthly' | 'kept';
  /** For weeks: 0 is Monday. Empty means the first session's day. */
  days: number[];
  /** For months: on a date or on a weekday. Null means the first session's. */
  on: 'date' | 'weekday';
  /** 1 to 31, or -1 for the last day. */
  date: number | null;
  /** 1 to 4, or -1 for the last; and the weekday, where 0 is Monday. */
  nth: number | null;
  weekday: number | null;
  every: number;
  ends: 'never' | 'until' | 'count';
  until: string;
  count: number;
  rule: string;
};

export const noRepeat: Repeat = {
  kind: 'never',
  days: [],
  on: 'weekday',
  date: null,
  nth: null,
  weekday: null,
  every: 1,
  ends: 'never',
  until: '',
  count: 8,
  rule: '',
};

/** The form's limits are tighter than those of a rule (`seriesLimits`). */
export const MOST_APART = 12;
export const MOST_TIMES = 104;

const dateOf = (day: string) => Number(day.slice(8));

/** Which of its weekday in the month a day is: 1 to 4, or -1 for the last, because some months have no fifth. */
function nthWeekday(day: string): number {
  const nth = Math.ceil(dateOf(day) / 7);
  return nth > 4 ? -1 : nth;
}

type MonthDay = { date: number; nth: number; weekday: number };

/** The monthly fields, with defaults from the first session. */
export const monthDayOf = ({ date, nth, weekday }: Repeat, firstDay: string): MonthDay => ({
  date: date ?? dateOf(firstDay),
  nth: nth ?? nthWeekday(firstDay),
  weekday: weekday ?? weekdayOf(firstDay),
});

/** 'BYDAY=3TU' for the third Tuesday, 'BYMONTHDAY=15' for the 15th. */
function monthPart(repeat: Repeat, firstDay: string): string {
  const { date, nth, weekday } = monthDayOf(repeat, firstDay);
  return repeat.on === 'date' ? `BYMONTHDAY=${date}` : `BYDAY=${nth}${weekdayCodes[weekday]}`;
}

const daysOf = ({ days }: Repeat, firstDay: string) =>
  days.length > 0 ? days.toSorted((one, other) => one - other) : [weekdayOf(firstDay)];

function endOf({ ends, until, count }: Repeat): string {
  if (ends === 'count') return `;COUNT=${count}`;
  return ends === 'until' && until !== '' ? `;UNTIL=${until.replaceAll('-', '')}` : '';
}

/** The rule to send, or nothing for a session that happens once. */
export function ruleOf(repeat: Repeat, firstDay: string): string | undefined {
  const interval = repeat.every > 1 ? `;INTERVAL=${repeat.every}` : '';
  switch (repeat.kind) {
    case 'never':
      return undefined;
    case 'daily':
      return `FREQ=DAILY${interval}${endOf(repeat)}`;
    case 'weekly': {
      const on = daysOf(repeat, firstDay).map((day) => weekdayCodes[day]);
      return `FREQ=WEEKLY${interval};BYDAY=${on.join(',')}${endOf(repeat)}`;
    }
    case 'monthly':
      return `FREQ=MONTHLY${interval};${monthPart(repeat, firstDay)}${endOf(repeat)}`;
    case 'kept':
      return repeat.rule;
  }
}

/** A rule as the form edits it, for one session of the series. A rule the form can't edit is kept. */
export function repeatOf(rule: string, day: string): Repeat {
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, COUNT, UNTIL, ...rest } = ruleParts(rule);
  const kept: Repeat = { ...noRepeat, kind: 'kept', rule };
  const every = Number(INTERVAL);
  const count = Number(COUNT ?? noRepeat.count);
  if (Object.keys(rest).length > 0 || every > MOST_APART || count < 2 || count > MOST_TIMES) return kept;
  const ends = COUNT ? 'count' : UNTIL ? 'until' : 'never';
  const asked: Repeat = { ...kept, every, ends, count, until: UNTIL ? untilDay(UNTIL) : '', rule: '' };
  if (FREQ === 'DAILY' && !BYDAY) return { ...asked, kind: 'daily' };
  if (FREQ === 'MONTHLY') {
    const on = monthlyOn(BYDAY, BYMONTHDAY, day);
    return on ? { ...asked, kind: 'monthly', ...on } : kept;
  }
  if (FREQ !== 'WEEKLY') return kept;
  const days = (BYDAY ?? '').split(',').flatMap((code) => (code === '' ? [] : [weekdayCodes.indexOf(code)]));
  // The session's own day moves with it.
  const onlyItsOwn = days.length === 1 && days[0] === weekdayOf(day);
  return { ...asked, kind: 'weekly', days: onlyItsOwn ? [] : days };
}

/** The rule's day of the month. The session's own day moves with it. */
function monthlyOn(byDay: string | undefined, byMonthDay: string | undefined, day: string): Partial<Repeat> | null {
  if (byDay) {
    const [, nth, code = ''] = /^\+?(-1|[1-4])([A-Z]{2})$/.exec(byDay) ?? [];
    if (!nth) return null;
    const weekday = weekdayCodes.indexOf(code);
    if (Number(nth) === nthWeekday(day) && weekday === weekdayOf(day)) return { on: 'weekday' };
    return { on: 'weekday', nth: Number(nth), weekday };
  }
  const date = byMonthDay === undefined ? dateOf(day) : Number(byMonthDay);
  if (!Number.isInteger(date)) return null;
  return { on: 'date', date: date === dateOf(day) ? null : date };
}

/** The first day on or after a date that the rule includes, whenever it ends. */
export function firstDayOf(repeat: Repeat, day: string): string {
  const rule = ruleOf({ ...repeat, ends: 'never' }, day);
  return (rule && firstDayOfRule(rule, day)) ?? day;
}

/** The rule in words: 'Every 2 weeks on Tuesday and Thursday, 8 times'. */
export function repeatInWords(repeat: Repeat, firstDay: string, now = new Date()): string {
  const rule = ruleOf(repeat, firstDay);
  return rule === undefined ? "Doesn't repeat" : (ruleInWords(rule, { now }) ?? 'Repeats');
}
