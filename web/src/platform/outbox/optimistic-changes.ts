import { partialMatchKey, type QueryKey } from '@tanstack/react-query';
import type { Entry, KnownWrites, WriteContext } from './write.ts';

export type OptimisticChanges = ReturnType<typeof createOptimisticChanges>;

/** What the screens show of writes without an answer, and how it is taken back. */
export function createOptimisticChanges(known: KnownWrites) {
  const shown = new Map<string, { context: WriteContext; revert: () => void }>();

  function show({ id, name, input }: Entry, context: WriteContext): void {
    const revert = known.get(name)?.show?.(input, context);
    if (revert) shown.set(id, { context, revert });
    else shown.delete(id);
  }

  function hide({ id }: Entry): void {
    shown.get(id)?.revert();
    shown.delete(id);
  }

  return {
    show,
    hide,
    isShown: ({ id }: Entry) => shown.has(id),
    /** Hides an entry, and keeps what those of its scope that still wait have changed since. */
    takeBack(entry: Entry, pending: readonly Entry[]): void {
      hide(entry);
      for (const later of pending) {
        const other = shown.get(later.id);
        if (other && later.order > entry.order) show(later, other.context);
      }
    },
    /** The server's answer to a query is on the screen. It doesn't know yet what is on its way. */
    showAgain(answered: QueryKey, pending: readonly Entry[]): void {
      for (const entry of pending) {
        const one = shown.get(entry.id);
        if (!one) continue;
        const keys = known.get(entry.name)?.shownIn?.(entry.input);
        if (keys?.some((key) => partialMatchKey(answered, key))) show(entry, one.context);
      }
    },
    /** It was answered, so that what the screen shows is true. */
    forget: (id: string): void => void shown.delete(id),
    forgetAll: (): void => shown.clear(),
  };
}
