import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { midSentence } from '@spotter/contract/time-words.ts';
import type { Answer } from '#platform/api/client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { clockOf, momentInWords } from '#platform/wall-time.ts';
import { clockTime } from '../times/session-time.ts';

/** 'Today, 6:00 pm' instead of 'today, 5:00 pm'. */
export const differenceInWords = (
  { proposed_time: to, instead_of: from }: Pick<SessionProposal, 'proposed_time' | 'instead_of'>,
  now = serverNow(),
) => ({
  proposed: momentInWords(to.utc, to.timezone, now),
  instead: midSentence(momentInWords(from.utc, from.timezone, now)),
});

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
