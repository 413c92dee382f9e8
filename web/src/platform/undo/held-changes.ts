import { useSyncExternalStore } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';

type Change = {
  id: string;
  /** The list that it takes a row from. */
  list: string;
  /** What happened, as the reader sees it. */
  title: string;
  text?: string;
  /** How long it can be undone; the usual time unless given. */
  undoMs?: number;
  /** Makes it true: writes to the outbox, or calls the server with `keepalive`, since the page may be ending. */
  send: () => Promise<unknown>;
  /** Told when a call fails without a reason. A write to the outbox tells its own. */
  failureText?: string;
  /** Settles when the lists have been read again. */
  readAnew?: () => Promise<unknown>;
};
type Held = Pick<Change, 'id' | 'list'> & { finish: () => Promise<unknown> };

/** Longer than other good news: there is something to decide. */
export const UNDO_MS = 5000;

let heldAt = Number.NEGATIVE_INFINITY;
let held: readonly Held[] = [];
const listeners = new Set<() => void>();

function update(next: readonly Held[]) {
  held = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const release = (id: string) => update(held.filter((one) => one.id !== id));

/**
 * Shows a change at once and sends it when the toast that undoes it has gone, so that an undone change was never known
 * to anyone else. Its row is hidden until the lists have been read again.
 */
export function hold({ id, list, title, text, undoMs = UNDO_MS, ...change }: Change): void {
  if (held.some((one) => one.id === id) || performance.now() - heldAt < DOUBLE_TAP_MS) return;
  heldAt = performance.now();
  let sent: Promise<unknown> | undefined;
  const finish = () => {
    heldAt = Number.NEGATIVE_INFINITY;
    toasts.dismiss(toast);
    sent ??= make(change).finally(() => release(id));
    return sent;
  };
  const undo = () => {
    if (sent) return;
    heldAt = Number.NEGATIVE_INFINITY;
    release(id);
  };
  const toast = toasts.success(title, {
    ...(text && { text }),
    duration: undoMs,
    action: { label: 'Undo', onSelect: undo },
    onGone: () => void finish(),
  });
  update([...held, { id, list, finish }]);
}

async function make({ send, failureText, readAnew }: Pick<Change, 'send' | 'failureText' | 'readAnew'>) {
  try {
    await send();
  } catch (error) {
    if (failureText === undefined) throw error;
    toasts.error(errorText(error, failureText));
  }
  await readAnew?.();
}

/** Sends what is still held: the page or the sign-in is about to end. */
export const sendHeldChanges = () => Promise.allSettled(held.map(({ finish }) => finish()));
globalThis.addEventListener?.('pagehide', () => void sendHeldChanges());
// A phone may end an app in the background without a word.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void sendHeldChanges();
});

/** The rows to hide in a list. */
export function useHeldIds(list: string): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => held);
  return new Set(all.filter((one) => one.list === list).map(({ id }) => id));
}
