import { firstDayOf } from '../series/repeat-rule.ts';
import type { SessionDetail } from '../session.ts';
import { fullDay } from '../times/session-time.ts';
import type { OpenQuestion } from './questions.tsx';
import type { changesOf, SessionFormValues } from './session-form-values.ts';

export const tooFewSpots = (count: number) =>
  count === 1 ? '1 person is already in.' : `${count} people are already in, so you need at least ${count} spots.`;

export const ownDayRequired = (day: string) =>
  `This session is on ${fullDay(day)}. Include that day or move the session.`;

/** The session's day under another rule. One that was moved alone stays there while its original day is in the rule. */
export function beginsOn(
  values: SessionFormValues,
  before: SessionFormValues,
  changes: ReturnType<typeof changesOf>,
): string {
  const { repeat, day } = values;
  const wasMoved = firstDayOf(before.repeat, before.day) !== before.day && day === before.day;
  return changes.repeat_rule && !wasMoved ? firstDayOf(repeat, day) : day;
}

/** What happens to the session itself when its day is removed. */
export function sessionOutcome({ day }: SessionFormValues, before: SessionFormValues, begins: string): string {
  if (begins === day) return '';
  // Its day already has a session if the series was on that day before.
  const wasWeekly = before.repeat.kind === 'weekly' && firstDayOf(before.repeat, begins) === begins;
  const isTaken = before.repeat.kind === 'daily' ? before.repeat.every === 1 : wasWeekly;
  return isTaken
    ? `This session is cancelled. The next one is on ${fullDay(begins)}. `
    : `This session moves to ${fullDay(begins)}. `;
}

/** What saving does to the other sessions. */
export function otherSessionsNote(asked: OpenQuestion, { repeat }: SessionFormValues): string {
  if (asked === 'end') return "This session stays. The others are cancelled, and we'll tell everyone in them.";
  const counted = repeat.ends === 'count' ? ' The count starts over from this change.' : '';
  return `Sessions on other days are cancelled, and we'll tell everyone in them.${counted}`;
}

export const oldDaysWarning = "Sessions on the old days are cancelled, and we'll tell everyone in them.";

export function savedMessage({ status, current_participants: count }: SessionDetail): string | undefined {
  if (status === 'cancelled') return 'This one is cancelled because its day is no longer in the series.';
  return count > 1 ? 'We let everyone know.' : undefined;
}
