import { ApiError, errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { keptForOthersDays, keptForOthersMost } from './kept-for-others.ts';
import type { Entry } from './write.ts';

const GONE = "It's no longer available.";

/** What happened while a change waited. Blocks stay unsaid: what is hidden since reads like what is deleted. */
const happenedMeanwhile: Record<string, string> = {
  session_cancelled: 'The session was cancelled while you were away.',
  session_started: 'The session started while you were away.',
  session_full: 'The session filled up while you were away.',
  not_a_participant: "You're no longer in the session.",
  offer_expired: 'The spot went to the next person while you were away.',
  check_in_closed: 'Check-in closed while you were away.',
  proposal_answered: 'The proposal was answered while you were away.',
  friend_request_answered: 'The request was answered while you were away.',
  friendship_not_found: 'The request was withdrawn, or the friendship has ended.',
  poll_closed: 'The poll became a session while you were away.',
  session_not_found: GONE,
  proposal_not_found: GONE,
  user_not_found: GONE,
  message_not_found: GONE,
  conversation_not_found: GONE,
};

const meanwhile = (error: unknown) => (error instanceof ApiError ? happenedMeanwhile[error.code] : undefined);

export const reasonOf = (error: unknown) =>
  errorText(error, error instanceof Error && error.message ? error.message : 'Try again in a moment.');

/** One toast for each scope: two hundred writes to a session that is gone have one reason. */
export function createRefusals() {
  const counts = new Map<string, number>();
  return {
    tell({ scope, words }: Entry, failureText: string, error: unknown, hasWaited: boolean): void {
      const id = `refused ${scope}`;
      if (!hasWaited) return void toasts.error(errorText(error, failureText), { id });
      const count = (counts.get(scope) ?? 0) + 1;
      counts.set(scope, count);
      const what = count === 1 ? words : `${count} changes`;
      // It happened while the member was away, so it stays until it is read.
      toasts.error(`Not saved: ${what}`, {
        id,
        text: meanwhile(error) ?? reasonOf(error),
        duration: Number.POSITIVE_INFINITY,
      });
    },
    /** The next refusal in this scope is the first again. */
    forget: (scope: string) => void counts.delete(scope),
    forgetAll: () => counts.clear(),
  };
}

export const tellUnsaved = () =>
  toasts.warning('Keep this page open', {
    id: 'unsaved',
    text: "This browser can't save your changes. They're sent when you're back online, if the page is still open.",
    duration: Number.POSITIVE_INFINITY,
  });

/** Other members used the device for too long, or left too much on it. */
export const tellDropped = (count: number) =>
  toasts.warning(count === 1 ? "1 change wasn't sent" : `${count} changes weren't sent`, {
    id: 'dropped',
    text: `While others use this device, it keeps your unsent changes for ${keptForOthersDays} days, ${keptForOthersMost} at most. Have a look, and make them again if you need them.`,
    duration: Number.POSITIVE_INFINITY,
  });

/** A screen that fails at an answer must not keep the rest from being sent. */
export function heard<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch (error) {
    console.error("Couldn't show the answer to a change", error);
    return undefined;
  }
}
