import { partialMatchKey, type QueryKey } from '@tanstack/react-query';
import { LONGEST_WAIT_MS, needsAnswer, waitAfter } from './classify.ts';
import type { Device } from './device.ts';
import { createPatience } from './patience.ts';
import { createRefusals, heard, reasonOf, tellDropped, tellUnsaved } from './told.ts';
import type { Entry, Outcome, Write, WriteContext, WriteName } from './write.ts';

type AnyWrite = Write<unknown, unknown>;

/** What only this tab knows of an entry. */
type Live = {
  context: WriteContext;
  /** Settles when the device has stored it, or can't. */
  saved: Promise<boolean>;
  isSaved: boolean;
  /** Takes back what the screen shows of it. */
  revert?: (() => void) | undefined;
  /** An earlier write of its scope was unanswered, whose answer changes what is shown. */
  isQueued: boolean;
  hasWaited: boolean;
  /** The first request, sent before the entry was stored. */
  early?: Promise<unknown> | undefined;
  /** The caller shows a refusal itself, such as a form at its fields. */
  handlesRefusal: boolean;
  done: PromiseWithResolvers<Outcome<unknown>>;
};

const isPending = ({ state }: Entry) => state === 'sending' || state === 'waiting';

/**
 * Every write of a member: stored on the device before it is sent, sent in order per scope by one tab at a time, and kept
 * until the server has answered. See docs/offline.md.
 */
export function createOutbox({ store, takeTurn, isOnline, isBound, isLeaving, loadWrites, onWaiting }: Device) {
  let entries: readonly Entry[] = [];
  /** Without those that need the member's word. */
  let unanswered: readonly Entry[] = [];
  let started: WriteContext | null = null;
  let lastOrder = 0;
  /** Rises when another member may take over: answers from before are no longer shown. */
  let visit = 0;
  const listeners = new Set<() => void>();
  const known = new Map<WriteName, AnyWrite>();
  const live = new Map<string, Live>();
  const turns = new Map<string, Promise<void>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const refusals = createRefusals();

  function set(next: readonly Entry[]) {
    entries = next;
    unanswered = next.filter(({ state }) => state !== 'asked');
    for (const listener of listeners) listener();
  }
  function change(id: string, to: Partial<Entry>): Entry | undefined {
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...to } : entry)));
    return entries.find((entry) => entry.id === id);
  }
  const find = (id: string) => entries.find((entry) => entry.id === id);
  const pendingIn = (scope: string) => entries.filter((entry) => entry.scope === scope && isPending(entry));
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

  /** Ends an entry here and on the device. */
  async function drop(id: string, outcome: Outcome<unknown>): Promise<void> {
    const entry = find(id);
    const about = live.get(id);
    if (!entry || !about) return;
    live.delete(id);
    set(entries.filter((one) => one.id !== id));
    about.done.resolve(outcome);
    // Reading again would show the state before a later change of the same thing, which settles by itself.
    const isFollowed = pendingIn(entry.scope).some(({ name }) => name === entry.name);
    if (!isFollowed) heard(() => known.get(entry.name)?.onSettled?.(entry.input, about.context));
    await about.saved;
    await store.remove(entry);
  }

  /** Sends what is left of a scope, after what is being sent. */
  function run(scope: string): void {
    clearTimeout(timers.get(scope));
    timers.delete(scope);
    const before = turns.get(scope) ?? Promise.resolve();
    const turn = before.then(() => sendFrom(scope)).catch((error: unknown) => console.error('Outbox', error));
    turns.set(scope, turn);
  }

  async function sendFrom(scope: string): Promise<void> {
    const [first] = pendingIn(scope);
    if (!first) return;
    const wait = await takeTurn(`spotter-outbox ${first.owner} ${scope}`, () => sendInTurn(scope));
    if (wait === 0 || !Number.isFinite(wait)) return;
    const again = setTimeout(() => run(scope), wait);
    timers.set(scope, again);
  }

  /** Milliseconds until the next try; 0 when nothing is left. */
  async function sendInTurn(scope: string): Promise<number> {
    await Promise.all(pendingIn(scope).map(({ id }) => live.get(id)?.saved));
    await readStored(scope);
    let wait = 0;
    for (let [next] = pendingIn(scope); next && wait === 0; [next] = pendingIn(scope))
      wait = waitBefore(next) || (await send(next));
    // The latest first: each takes the screen back to what it was before it.
    if (wait > 0) for (const entry of pendingIn(scope).toReversed()) await keepWaiting(entry);
    return wait;
  }

  function waitBefore({ name, notBefore = 0 }: Entry): number {
    if (!isOnline()) return Number.POSITIVE_INFINITY;
    // Another version of the app wrote it, and will send it.
    if (!known.has(name)) return Number.POSITIVE_INFINITY;
    const wait = notBefore - Date.now();
    // The clock was set back if it is longer.
    return wait > 0 && wait <= LONGEST_WAIT_MS ? wait : 0;
  }

  async function send(entry: Entry): Promise<number> {
    const { id, input, name } = entry;
    const write = known.get(name);
    const about = live.get(id);
    if (!write || !about) return 0;
    if (needsAnswer(entry, write)) {
      await ask(entry, write, about);
      return 0;
    }
    if (about.isQueued || !about.revert) about.revert = write.show?.(input, about.context);
    about.isQueued = false;
    const tries = (entry.tries ?? 0) + 1;
    const begun = { state: 'sending', tries, triedAt: entry.triedAt ?? Date.now(), progress: undefined } as const;
    if (entry.triedAt) change(id, begun);
    else await changeStored(id, begun);
    const sentIn = visit;
    let answer: unknown;
    try {
      const { early } = about;
      about.early = undefined;
      answer = await (early ?? request(write, entry));
    } catch (error) {
      if (visit !== sentIn) return 0;
      const wait = isBound() ? waitAfter(error, tries) : null;
      if (wait === null) await refuse(find(id) ?? entry, write, about, error);
      else if (Number.isFinite(wait)) change(id, { notBefore: Date.now() + wait });
      return wait ?? 0;
    }
    if (visit !== sentIn) return 0;
    const { hasWaited, context } = about;
    heard(() => write.onSent?.(answer, input, context, { hasWaited }));
    await drop(id, { answer });
    return 0;
  }

  function request(write: AnyWrite, { id, input }: Entry, keepalive = false): Promise<unknown> {
    const { signal, moved, end } = createPatience(write.isLarge?.(input) ?? false);
    const onProgress = (progress: number) => {
      moved();
      change(id, { progress });
    };
    return write.send(input, { idempotencyKey: id, keepalive, signal, onProgress }).finally(end);
  }

  /** The member says whether it is sent again; nothing waits behind it. */
  async function ask(entry: Entry, write: AnyWrite, about: Live): Promise<void> {
    takeBack(entry);
    await changeStored(entry.id, { state: 'asked' });
    about.done.resolve('waiting');
    heard(() => write.onSettled?.(entry.input, about.context));
  }

  /** Reverts what the screen shows of an entry, and keeps what later ones of its scope have changed since. */
  function takeBack({ id, scope, order }: Entry): void {
    const about = live.get(id);
    about?.revert?.();
    if (about) about.revert = undefined;
    for (const later of pendingIn(scope)) {
      const other = live.get(later.id);
      if (other?.revert && later.order > order)
        other.revert = known.get(later.name)?.show?.(later.input, other.context);
    }
  }

  async function keepWaiting(entry: Entry): Promise<void> {
    const about = live.get(entry.id);
    if (!about) return;
    if (known.get(entry.name)?.isUncertain) {
      about.revert?.();
      about.revert = undefined;
    }
    if (entry.state !== 'waiting') await changeStored(entry.id, { state: 'waiting', progress: undefined });
    if (!about.hasWaited && !(await about.saved)) tellUnsaved();
    about.hasWaited = true;
    about.done.resolve('waiting');
    onWaiting();
  }

  async function refuse(entry: Entry, write: AnyWrite, about: Live, error: unknown): Promise<void> {
    takeBack(entry);
    const { hasWaited, context, handlesRefusal } = about;
    const isHeard = handlesRefusal && !hasWaited;
    const isTold = heard(() => write.onRefused?.(error, entry.input, context, { hasWaited })) === true;
    if (!isHeard && !isTold) refusals.tell(entry, write.failureText, error, hasWaited);
    if (!write.keepsRefused) return drop(entry.id, { refused: error });
    await changeStored(entry.id, { state: 'failed', error: reasonOf(error), progress: undefined });
    about.done.resolve({ refused: error });
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
    for (const entry of added) {
      lastOrder = Math.max(lastOrder, entry.order);
      live.set(entry.id, takenOver(entry, context));
    }
    const current = entries.map((entry) => (entry.scope === turnOf ? { ...entry, ...byId.get(entry.id) } : entry));
    if (added.length > 0 || turnOf) set([...current, ...added].sort((one, other) => one.order - other.order));
  }

  function takenOver(entry: Entry, context: WriteContext): Live {
    const write = known.get(entry.name);
    const isShown = isPending(entry) && !write?.isUncertain;
    return {
      context,
      saved: Promise.resolve(true),
      isSaved: true,
      revert: isShown ? write?.show?.(entry.input, context) : undefined,
      isQueued: true,
      hasWaited: true,
      handlesRefusal: false,
      done: Promise.withResolvers(),
    };
  }

  function dropReplaced({ scope, name }: Entry): void {
    const isReplaced = (entry: Entry) =>
      entry.scope === scope && entry.name === name && (entry.state === 'waiting' || entry.state === 'asked');
    for (const { id } of entries.filter(isReplaced)) void drop(id, 'waiting');
  }

  async function learnWrites(): Promise<void> {
    for (const write of Object.values(await loadWrites())) known.set(write.name, write);
  }

  function sendAll(): void {
    for (const scope of new Set(entries.map((entry) => entry.scope))) run(scope);
  }

  return {
    /** What the server has not confirmed. */
    read: () => unanswered,
    /** The same with those that need the member's word. */
    readAll: () => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Shows a write at once, stores it and sends it. Resolves with the first answer, or when it has to wait. */
    write<Input, Answer>(
      write: Write<Input, Answer>,
      input: Input,
      { queryClient, reader }: WriteContext,
      { handlesRefusal = false } = {},
    ): Promise<Outcome<Answer>> {
      const context = { queryClient, reader };
      known.set(write.name, write as AnyWrite);
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      const scope = write.scope(input);
      const entry: Entry = {
        id: crypto.randomUUID(),
        owner: context.reader.id,
        name: write.name,
        scope,
        words: write.words(input),
        isQuiet: write.isQuiet,
        input,
        order: lastOrder,
        writtenAt: new Date(lastOrder).toISOString(),
        state: 'sending',
        // A tab that ends before it knows the answer must know later that there may be one.
        triedAt: isOnline() ? Date.now() : undefined,
      };
      const done = Promise.withResolvers<Outcome<unknown>>();
      const about: Live = {
        context,
        saved: Promise.resolve(false),
        isSaved: false,
        isQueued: pendingIn(scope).length > 0,
        revert: write.show?.(input, context),
        hasWaited: false,
        handlesRefusal,
        done,
      };
      live.set(entry.id, about);
      about.saved = save(entry);
      refusals.forget(scope);
      if (write.replaces) dropReplaced(entry);
      set([...entries, entry]);
      // The page may not live to see it stored.
      if (isLeaving() && !about.isQueued) {
        about.early = request(write as AnyWrite, entry, true);
        about.early.catch(() => {});
      }
      run(scope);
      return done.promise as Promise<Outcome<Answer>>;
    },
    /** Tries everything again that waits: the network is back, or another tab has changed something. */
    async sendAll(): Promise<void> {
      await readStored();
      sendAll();
    },
    async retry(id: string): Promise<void> {
      await changeStored(id, {
        state: 'waiting',
        error: undefined,
        notBefore: undefined,
        tries: undefined,
        triedAt: undefined,
      });
      const entry = find(id);
      if (entry) run(entry.scope);
    },
    /** The server's answer to a query is on the screen. It doesn't know yet what is on its way. */
    showAgain(answered: QueryKey): void {
      for (const { id, name, input } of entries.filter(isPending)) {
        const write = known.get(name);
        const about = live.get(id);
        if (about?.revert && write?.shownIn?.(input).some((key) => partialMatchKey(answered, key)))
          about.revert = write.show?.(input, about.context);
      }
    },
    /** The member no longer wants it, or the live stream has brought it. */
    remove(id: string): void {
      const entry = find(id);
      if (entry) takeBack(entry);
      void drop(id, 'waiting');
    },
    /** Resolves once no such write is being sent. Those that wait for the network are not waited for. */
    answered(isMeant: (entry: Entry) => boolean): Promise<void> {
      const isAnswered = () => !entries.some((entry) => entry.state === 'sending' && isMeant(entry));
      if (isAnswered()) return Promise.resolve();
      return new Promise((resolve) => {
        const listener = () => {
          if (!isAnswered()) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      });
    },
    /** From now on sends what this member has stored, of earlier visits too. */
    async start({ queryClient, reader }: WriteContext): Promise<void> {
      const context = { queryClient, reader };
      started = context;
      const dropped = await store.open(context.reader.id);
      if (dropped > 0) tellDropped(dropped);
      for (const entry of entries) {
        const about = live.get(entry.id);
        // Written before the store was open for this member.
        if (about && !(await about.saved)) about.saved = save(entry);
      }
      await readStored();
      sendAll();
    },
    /** Forgets everything in memory: the next member on this device sees and sends nothing of it. */
    stop(): void {
      started = null;
      visit++;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const { done } of live.values()) done.resolve('waiting');
      live.clear();
      refusals.forgetAll();
      set([]);
    },
  };
}
