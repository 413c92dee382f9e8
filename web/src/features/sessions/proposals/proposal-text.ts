import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import type { SessionTime } from '@spotter/contract/sessions/sessions.ts';
import type { Answer } from '#platform/api/client.ts';
import { clockOf } from '#platform/wall-time.ts';
import { dateFormat } from '#ui/date-format.ts';
import { clockTime, dayOf } from '../times/session-time.ts';

const short = dateFormat({ timeZone: 'UTC', weekday: 'short' });
const dated = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });

const WEEK = 7 * 86_400_000;

/** 'Tue, 18:00', with the date if the weekday alone is ambiguous. */
function moment(time: SessionTime, withDate: boolean): string {
  const day = new Date(`${dayOf(time)}T00:00:00Z`);
  return `${(withDate ? dated : short).format(day)}, ${clockTime(time)}`;
}

/** 'Tue, 18:00 instead of Tue, 17:00'. */
export function differenceInWords({
  proposed_time,
  instead_of,
}: Pick<SessionProposal, 'proposed_time' | 'instead_of'>): {
  proposed: string;
  instead: string;
} {
  const isFar = Math.abs(Date.parse(proposed_time.utc) - Date.parse(instead_of.utc)) >= WEEK - 86_400_000;
  return { proposed: moment(proposed_time, isFar), instead: moment(instead_of, isFar) };
}

export const statusInWords: Record<SessionProposal['status'], string> = {
  pending: 'Waiting for an answer',
  accepted: 'Accepted',
  rejected: 'Declined',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
};

type Check = Answer<'checkSessionTime'>;
export type Verdict = { tone: 'error' | 'warning' | 'success'; text: string };

/** Conflicts with a time, shown before it is sent. An overlap is only a warning. */
export function verdictOf(check: Check, conflictWord = "You're already in"): Verdict {
  if (!check.exists) return { tone: 'error', text: 'The clocks skip this time that day. Pick another one.' };
  if (check.starts_in_past) return { tone: 'error', text: "That's in the past. Pick a later time." };
  if (!check.open) return { tone: 'error', text: closedInWords(check.hours) };
  const [overlap] = check.overlapping;
  if (overlap)
    return {
      tone: 'warning',
      text: `${conflictWord} ${overlap.title}, ${clockTime(overlap.start_time)} to ${clockTime(overlap.end_time)}.`,
    };
  return { tone: 'success', text: "The gym's open and you're free." };
}

function closedInWords(hours: Check['hours']): string {
  if (hours.length === 0) return "The gym's closed that day.";
  const spans = hours.map(({ opens, closes }) => `${clockOf(opens)} to ${clockOf(closes)}`);
  return `The gym's closed then. It's open ${spans.join(' and ')} that day.`;
}
