import type { Device } from './device.ts';
import type { OptimisticChanges } from './optimistic-changes.ts';
import { heard, tellDropped } from './told.ts';
import type { Entry, KnownWrites, Outcome, WriteContext } from './write.ts';

/** What only this tab knows of an entry. */
export type Live = {
  context: WriteContext;
  /** Settles when the device has stored it, or can't. */
  saved: Promise<boolean>;
  isSaved: boolean;
  /** An earlier write of its scope was unanswered, whose answer changes what is shown. */
  isQueued: boolean;
  hasWaited: boolean;
  /** The first request, sent before the entry was stored. */
  early?: Promise<unknown> | undefined;
  /** The caller shows a refusal itself, such as a form at its fields. */
  handlesRefusal: boolean;
  done: PromiseWithResolvers<Outcome<unknown>>;
};

export const isPending = ({ state }: Entry) => state === 'sending' || state === 'waiting';

export type Entries = ReturnType<typeof createEntries>;

/** The entries in memory, and the same on the device. */
export function createEntries({ store, isBound, loadWrites }: Device, known: KnownWrites, shown: OptimisticChanges) {
  let entries: readonly Entry[] = [];
  /** Without those that need the member's word. */
  let unanswered: readonly Entry[] = [];
  let started: WriteContext | null = null;
  let lastOrder = 0;
  const listeners = new Set<() => void>();
  const live = new Map<string, Live>();

  function set(next: readonly Entry[]) {
    entries = next;
    unanswered = next.filter(({ state }) => state !== 'asked');
    for (const listener of listeners) listener();
  }
  const find = (id: string) => entries.find((entry) => entry.id === id);
  const pendingIn = (scope: string) => entries.filter((entry) => entry.scope === scope && isPending(entry));

  function change(id: string, to: Partial<Entry>): Entry | undefined {
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...to } : entry)));
    return find(id);
  }

  async function save({ progress: _, ...entry }: Entry): Promise<boolean> {
    const isSaved = isBound() && (await store.put(entry));
    const about = live.get(entry.id);
    if (about) about.isSaved = isSaved;
    return isSaved;
  }
  async function changeStored(id: string, to: Partial<Entry>): Promise<void> {
    const changed = change(id, to);
    if (changed) await save(changed);
  }

  function add(entry: Entry, about: Live, replaces: boolean): void {
    live.set(entry.id, about);
    about.saved = save(entry);
    if (replaces) dropReplaced(entry);
    set([...entries, entry]);
  }

  function dropReplaced({ scope, name }: Entry): void {
    const isReplaced = (entry: Entry) =>
      entry.scope === scope && entry.name === name && (entry.state === 'waiting' || entry.state === 'asked');
    for (const { id } of entries.filter(isReplaced)) void drop(id, 'waiting');
  }

  /** Ends an entry here and on the device. */
  async function drop(id: string, outcome: Outcome<unknown>): Promise<void> {
    const entry = find(id);
    const about = live.get(id);
    if (!entry || !about) return;
    live.delete(id);
    shown.forget(id);
    set(entries.filter((one) => one.id !== id));
    about.done.resolve(outcome);
    // Reading again would show the state before a later change of the same thing, which settles by itself.
    const isFollowed = pendingIn(entry.scope).some(({ name }) => name === entry.name);
    if (!isFollowed) heard(() => known.get(entry.name)?.onSettled?.(entry.input, about.context));
    await about.saved;
    await store.remove(entry);
  }

  /**
   * Takes over what the device has: of an earlier visit, of another tab, or less because another tab has sent it. Of the
   * scope whose turn it is, also how often another tab has tried.
   */
  async function readStored(turnOf?: string): Promise<void> {
    if (!started) return;
    const context = started;
    const wasSaved = entries.filter(({ id }) => live.get(id)?.isSaved).map(({ id }) => id);
    const stored = await store.all(context.reader.id);
    if (!stored) return;
    if (stored.some(({ name }) => !known.has(name))) await learnWrites();
    if (started !== context) return;
    const byId = new Map(stored.map((entry) => [entry.id, entry]));
    for (const id of wasSaved) if (!byId.has(id)) await drop(id, 'waiting');
    const added = stored.filter(({ id }) => !find(id));
    for (const entry of added) takeOver(entry, context);
    const current = entries.map((entry) => (entry.scope === turnOf ? { ...entry, ...byId.get(entry.id) } : entry));
    if (added.length > 0 || turnOf) set([...current, ...added].sort((one, other) => one.order - other.order));
  }

  async function learnWrites(): Promise<void> {
    for (const write of await loadWrites()) known.set(write.name, write);
  }

  function takeOver(entry: Entry, context: WriteContext): void {
    lastOrder = Math.max(lastOrder, entry.order);
    if (isPending(entry) && !known.get(entry.name)?.isUncertain) shown.show(entry, context);
    live.set(entry.id, {
      context,
      saved: Promise.resolve(true),
      isSaved: true,
      isQueued: true,
      hasWaited: true,
      handlesRefusal: false,
      done: Promise.withResolvers(),
    });
  }

  return {
    all: () => entries,
    unanswered: () => unanswered,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find,
    pendingIn,
    liveOf: (id: string) => live.get(id),
    /** Later than any other of this device, whatever its clock does. */
    nextOrder(): number {
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      return lastOrder;
    },
    add,
    change,
    changeStored,
    drop,
    readStored,
    /** From now on keeps what this member writes, and takes over what they have stored. */
    async open(context: WriteContext): Promise<void> {
      started = context;
      const dropped = await store.open(context.reader.id);
      if (dropped > 0) tellDropped(dropped);
      for (const entry of entries) {
        const about = live.get(entry.id);
        // Written before the store was open for this member.
        if (about && !(await about.saved)) about.saved = save(entry);
      }
      await readStored();
    },
    /** Forgets everything in memory. */
    close(): void {
      started = null;
      for (const { done } of live.values()) done.resolve('waiting');
      live.clear();
      shown.forgetAll();
      set([]);
    },
  };
}
