/** What is known of a session before it is made; everything else starts as usual. */
export type CreateSession = {
  /** Wall time at the gym, `YYYY-MM-DDTHH:mm`. */
  start?: string;
  minutes?: number;
  gymId?: string;
  workoutType?: string;
};

/**
 * The member area's modals, as section 2 describes them. The stack lies in the history entry's state, so that
 * Back, Forward and a reload agree with what is on the screen.
 */
export type Modal =
  | { name: 'session'; id: string; edit?: boolean }
  | { name: 'friends'; tab?: string }
  | { name: 'messages'; conversationId?: string }
  | { name: 'my-sessions' }
  | ({ name: 'create-session' } & CreateSession)
  | { name: 'profile'; tab?: string; link?: 'google' | 'apple' }
  | { name: 'notifications' }
  | { name: 'shortcuts' };

export type ModalName = Modal['name'];

/** These lie over whatever is open; all others stand alone. */
const OVER: readonly ModalName[] = ['shortcuts'];

/** Ignore a second close within this time: one tap must not go back two pages. */
const CLOSE_GUARD_MS = 100;

export type Move = {
  stack: Modal[];
  /** How many entries to go back before the change is made. */
  back: number;
  entry: 'push' | 'replace';
};

/** Opening one closes the others: they share one history entry, so Back always returns to the page. */
export function opening(stack: readonly Modal[], modal: Modal): Move {
  if (OVER.includes(modal.name)) {
    const rest = stack.filter((open) => open.name !== modal.name);
    return rest.length === stack.length
      ? { stack: [...stack, modal], back: 0, entry: 'push' }
      : { stack: [...rest, modal], back: 0, entry: 'replace' };
  }
  return stack.length === 0
    ? { stack: [modal], back: 0, entry: 'push' }
    : { stack: [modal], back: stack.length - 1, entry: 'replace' };
}

const isModal = (value: unknown): value is Modal =>
  typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string';

export function stackOf(historyState: unknown): Modal[] {
  const modals = (historyState as { modals?: unknown } | null)?.modals;
  return Array.isArray(modals) ? modals.filter(isModal) : [];
}

/** Lets one close through per guard time. */
export function closeGuard(now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now();
    if (time - last < CLOSE_GUARD_MS) return false;
    last = time;
    return true;
  };
}
