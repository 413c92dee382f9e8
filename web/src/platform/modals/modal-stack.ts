/** The stack's view of a modal. Names and properties belong to the routes that show them. */
export type NamedModal = { name: string };

/** Ignore a second close within this time: one tap must not go back two pages. */
const CLOSE_GUARD_MS = 100;

export type Move<M extends NamedModal> = { stack: M[]; entry: 'push' | 'replace' };

/**
 * Opening a modal closes the others: they share one history entry, so Back always returns to the page. Modals named in
 * `overlays` open on top; another one of the top one's name takes its place, and Back leads to the first.
 */
export function opening<M extends NamedModal>(stack: readonly M[], modal: M, overlays: readonly M['name'][]): Move<M> {
  if (overlays.includes(modal.name)) {
    const top = stack.at(-1);
    if (top?.name === modal.name)
      return { stack: [...stack.slice(0, -1), modal], entry: isSame(top, modal) ? 'replace' : 'push' };
    const rest = stack.filter((open) => open.name !== modal.name);
    return rest.length === stack.length
      ? { stack: [...stack, modal], entry: 'push' }
      : { stack: [...rest, modal], entry: 'replace' };
  }
  return { stack: [modal], entry: stack.length === 0 ? 'push' : 'replace' };
}

const isSame = (one: NamedModal, other: NamedModal) => JSON.stringify(one) === JSON.stringify(other);

const isModal = <M extends NamedModal>(value: unknown): value is M =>
  typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string';

/** The stack is stored in the history entry's state, so Back, Forward and reload match the screen. */
export function stackOf<M extends NamedModal>(historyState: unknown): M[] {
  const modals = (historyState as { modals?: unknown } | null)?.modals;
  return Array.isArray(modals) ? modals.filter(isModal<M>) : [];
}

/** Allows one close per guard time. */
export function closeGuard(now: () => number = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now();
    if (time - last < CLOSE_GUARD_MS) return false;
    last = time;
    return true;
  };
}
