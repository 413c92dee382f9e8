import { LONGEST_WAIT_MS, needsAnswer, waitAfter } from './classify.ts';
import type { Device } from './device.ts';
import type { Entries, Live } from './entries.ts';
import type { OptimisticChanges } from './optimistic-changes.ts';
import { createPatience } from './patience.ts';
import { createRefusals, heard, reasonOf, tellUnsaved } from './told.ts';
import type { AnyWrite, Entry, KnownWrites } from './write.ts';

type Parts = { known: KnownWrites; shown: OptimisticChanges; entries: Entries };

/** Sends the entries of each scope in order, by one tab at a time, until each has its answer. */
export function createSending({ takeTurn, isOnline, isBound, onWaiting }: Device, { known, shown, entries }: Parts) {
  /** Rises when another member may take over: answers from before are no longer shown. */
  let visit = 0;
  const turns = new Map<string, Promise<void>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const refusals = createRefusals();

  /** Sends what is left of a scope, after what is being sent. */
  function run(scope: string): void {
    clearTimeout(timers.get(scope));
    timers.delete(scope);
    const before = turns.get(scope) ?? Promise.resolve();
    const turn = before.then(() => sendFrom(scope)).catch((error: unknown) => console.error('Outbox', error));
    turns.set(scope, turn);
  }

  async function sendFrom(scope: string): Promise<void> {
    const [first] = entries.pendingIn(scope);
    if (!first) return;
    const wait = await takeTurn(`spotter-outbox ${first.owner} ${scope}`, () => sendInTurn(scope));
    if (wait === 0 || !Number.isFinite(wait)) return;
    const again = setTimeout(() => run(scope), wait);
    timers.set(scope, again);
  }

  /** Milliseconds until the next try; 0 when nothing is left. */
  async function sendInTurn(scope: string): Promise<number> {
    await Promise.all(entries.pendingIn(scope).map(({ id }) => entries.liveOf(id)?.saved));
    await entries.readStored(scope);
    let wait = 0;
    for (let [next] = entries.pendingIn(scope); next && wait === 0; [next] = entries.pendingIn(scope))
      wait = waitBefore(next) || (await send(next));
    // The latest first: each takes the screen back to what it was before it.
    if (wait > 0) for (const entry of entries.pendingIn(scope).toReversed()) await keepWaiting(entry);
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
    const about = entries.liveOf(id);
    if (!write || !about) return 0;
    if (needsAnswer(entry, write)) {
      await ask(entry, write, about);
      return 0;
    }
    if (about.isQueued || !shown.isShown(entry)) shown.show(entry, about.context);
    about.isQueued = false;
    const tries = (entry.tries ?? 0) + 1;
    const begun = { state: 'sending', tries, triedAt: entry.triedAt ?? Date.now(), progress: undefined } as const;
    if (entry.triedAt) entries.change(id, begun);
    else await entries.changeStored(id, begun);
    const sentIn = visit;
    let answer: unknown;
    try {
      const { early } = about;
      about.early = undefined;
      answer = await (early ?? request(write, entry));
    } catch (error) {
      if (visit !== sentIn) return 0;
      const wait = isBound() ? waitAfter(error, tries) : null;
      if (wait === null) await refuse(entries.find(id) ?? entry, write, about, error);
      else if (Number.isFinite(wait)) entries.change(id, { notBefore: Date.now() + wait });
      return wait ?? 0;
    }
    if (visit !== sentIn) return 0;
    const { hasWaited, context } = about;
    heard(() => write.onSent?.(answer, input, context, { hasWaited }));
    await entries.drop(id, { answer });
    return 0;
  }

  function request(write: AnyWrite, { id, input }: Entry, keepalive = false): Promise<unknown> {
    const { signal, moved, end } = createPatience(write.isLarge?.(input) ?? false);
    const onProgress = (progress: number) => {
      moved();
      entries.change(id, { progress });
    };
    return write.send(input, { idempotencyKey: id, keepalive, signal, onProgress }).finally(end);
  }

  const takeBack = (entry: Entry) => shown.takeBack(entry, entries.pendingIn(entry.scope));

  /** The member says whether it is sent again; nothing waits behind it. */
  async function ask(entry: Entry, write: AnyWrite, about: Live): Promise<void> {
    takeBack(entry);
    await entries.changeStored(entry.id, { state: 'asked' });
    about.done.resolve('waiting');
    heard(() => write.onSettled?.(entry.input, about.context));
  }

  async function keepWaiting(entry: Entry): Promise<void> {
    const about = entries.liveOf(entry.id);
    if (!about) return;
    if (known.get(entry.name)?.isUncertain) shown.hide(entry);
    if (entry.state !== 'waiting') await entries.changeStored(entry.id, { state: 'waiting', progress: undefined });
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
    if (!write.keepsRefused) return entries.drop(entry.id, { refused: error });
    await entries.changeStored(entry.id, { state: 'failed', error: reasonOf(error), progress: undefined });
    about.done.resolve({ refused: error });
  }

  return {
    run,
    runAll(): void {
      for (const scope of new Set(entries.all().map((entry) => entry.scope))) run(scope);
    },
    /** Its first request goes out before it is stored: the page may not live to see that. */
    sendEarly(write: AnyWrite, entry: Entry, about: Live): void {
      about.early = request(write, entry, true);
      about.early.catch(() => {});
    },
    forgetRefusals: refusals.forget,
    stop(): void {
      visit++;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      refusals.forgetAll();
    },
  };
}
