import { ruleInWords, ruleParts, untilDay, weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { addDays, weekdayOf } from '@spotter/contract/wall-clock.ts';

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

/** The form asks for less than a rule may say (`seriesLimits`). */
export const MOST_APART = 12;
export const MOST_TIMES = 104;

/** Which of its weekday in the month a day is: 1 to 4, or -1 for the last where some months have no fifth. */
function nthWeekday(day: string): number {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth > 4 ? -1 : nth;
}

/** '3TU' for the third Tuesday. */
const nthCode = (day: string) => `${nthWeekday(day)}${weekdayCodes[weekdayOf(day)]}`;

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
    case 'weekly': {
      const on = daysOf(repeat, firstDay).map((day) => weekdayCodes[day]);
      return `FREQ=WEEKLY${interval};BYDAY=${on.join(',')}${endOf(repeat)}`;
    }
    case 'monthly':
      return `FREQ=MONTHLY${interval};BYDAY=${nthCode(firstDay)}${endOf(repeat)}`;
    case 'custom':
      return repeat.rule.trim().replace(/^RRULE:/i, '');
  }
}

/** A rule as the form asks it, for a session of the series; one it has no questions for is kept as it is written. */
export function repeatOf(rule: string, day: string): Repeat {
  const { FREQ, INTERVAL = '1', BYDAY, COUNT, UNTIL, ...rest } = ruleParts(rule);
  const own: Repeat = { ...noRepeat, kind: 'custom', rule };
  const every = Number(INTERVAL);
  const count = Number(COUNT ?? noRepeat.count);
  if (Object.keys(rest).length > 0 || every > MOST_APART || count < 2 || count > MOST_TIMES) return own;
  const ends = COUNT ? 'count' : UNTIL ? 'until' : 'never';
  const asked: Repeat = { ...own, every, ends, count, until: UNTIL ? untilDay(UNTIL) : '', rule: '' };
  const monthly: Repeat = { ...asked, kind: 'monthly' };
  if (FREQ === 'MONTHLY' && BYDAY === nthCode(day)) return monthly;
  if (FREQ !== 'WEEKLY') return own;
  const days = (BYDAY ?? '').split(',').flatMap((code) => (code === '' ? [] : [weekdayCodes.indexOf(code)]));
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

/** As a person would say it: 'Every 2 weeks on Tuesday and Thursday, 8 times'. */
export function repeatInWords(repeat: Repeat, firstDay: string, now = new Date()): string {
  const rule = ruleOf(repeat, firstDay);
  return rule === undefined ? "Doesn't repeat" : (ruleInWords(rule, { now }) ?? 'Custom rule');
}
