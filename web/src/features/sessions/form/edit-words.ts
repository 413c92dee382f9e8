import { firstDayOf } from '../series/repeat-rule.ts';
import type { SessionDetail } from '../sessions.queries.ts';
import { fullDay } from '../times/session-time.ts';
import { weekdayInWords, weekdayOf } from '../times/wall-time.ts';
import type { Asked } from './questions.tsx';
import type { changesOf, SessionValues } from './session-values.ts';

export const tooFew = (count: number) =>
  count === 1 ? 'One person is already in.' : `${count} people are already in: at least as many places.`;

export const itsOwnDay = (day: string) =>
  `The session itself is on ${weekdayInWords(weekdayOf(day))}: choose that day too, or move it.`;

/** Where another rule takes the session. One that was moved alone stays there as long as the day it is the one of does. */
export function beginsOn(values: SessionValues, before: SessionValues, changes: ReturnType<typeof changesOf>): string {
  const { repeat, day } = values;
  const wasMoved = firstDayOf(before.repeat, before.day) !== before.day && day === before.day;
  return changes.repeat_rule && !wasMoved ? firstDayOf(repeat, day) : day;
}

/** What becomes of the session itself when its day goes. */
export function fateOf({ day }: SessionValues, before: SessionValues, begins: string): string {
  if (begins === day) return '';
  // Its day has a session already when the series was on that day of the week before.
  const isTaken = before.repeat.kind === 'weekly' && firstDayOf(before.repeat, begins) === begins;
  return isTaken
    ? `This one is cancelled; the next is on ${fullDay(begins)}. `
    : `This one moves to ${fullDay(begins)}. `;
}

/** What saving does to the others. */
export function noteOf(asked: Asked, { repeat }: SessionValues): string {
  if (asked === 'end') return 'This one stays. The others are cancelled, and those in them told.';
  const counted = repeat.ends === 'count' ? ' The times are counted from where the change begins.' : '';
  return `Sessions on other days are cancelled, and those in them told.${counted}`;
}

export const anew = 'Those on the old days are cancelled, and those in them told.';

export function whatCameOfIt({ status, current_participants: count }: SessionDetail): string | undefined {
  if (status === 'cancelled') return 'This one is cancelled, as it is no longer on one of the days.';
  return count > 1 ? 'Everyone in it has been told.' : undefined;
}
