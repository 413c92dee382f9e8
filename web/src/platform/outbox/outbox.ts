import type { QueryKey } from '@tanstack/react-query';
import type { Device } from './device.ts';
import { createEntries, isPending, type Live } from './entries.ts';
import { createOptimisticChanges } from './optimistic-changes.ts';
import { createSending } from './sending.ts';
import type { AnyWrite, Entry, KnownWrites, Outcome, Write, WriteContext } from './write.ts';

/**
 * Every write of a member: stored on the device before it is sent (`entries.ts`), sent in order per scope by one tab at a
 * time (`sending.ts`), shown (`optimistic-changes.ts`) and kept until the server has answered. See docs/offline.md.
 */
export function createOutbox(device: Device) {
  const known: KnownWrites = new Map();
  const shown = createOptimisticChanges(known);
  const entries = createEntries(device, known, shown);
  const sending = createSending(device, { known, shown, entries });

  return {
    /** What the server has not confirmed. */
    read: entries.unanswered,
    /** The same with those that need the member's word. */
    readAll: entries.all,
    subscribe: entries.subscribe,
    /** Shows a write at once, stores it and sends it. Resolves with the first answer, or when it has to wait. */
    write<Input, Answer>(
      write: Write<Input, Answer>,
      input: Input,
      { queryClient, reader }: WriteContext,
      { handlesRefusal = false } = {},
    ): Promise<Outcome<Answer>> {
      const context = { queryClient, reader };
      known.set(write.name, write as AnyWrite);
      const order = entries.nextOrder();
      const scope = write.scope(input);
      const entry: Entry = {
        id: crypto.randomUUID(),
        owner: context.reader.id,
        name: write.name,
        scope,
        words: write.words(input),
        isQuiet: write.isQuiet,
        input,
        order,
        writtenAt: new Date(order).toISOString(),
        state: 'sending',
        // A tab that ends before it knows the answer must know later that there may be one.
        triedAt: device.isOnline() ? Date.now() : undefined,
      };
      const done = Promise.withResolvers<Outcome<unknown>>();
      const about: Live = {
        context,
        saved: Promise.resolve(false),
        isSaved: false,
        isQueued: entries.pendingIn(scope).length > 0,
        hasWaited: false,
        handlesRefusal,
        done,
      };
      shown.show(entry, context);
      sending.forgetRefusals(scope);
      entries.add(entry, about, write.replaces ?? false);
      if (device.isLeaving() && !about.isQueued) sending.sendEarly(write as AnyWrite, entry, about);
      sending.run(scope);
      return done.promise as Promise<Outcome<Answer>>;
    },
    /** Tries everything again that waits: the network is back, or another tab has changed something. */
    async sendAll(): Promise<void> {
      await entries.readStored();
      sending.runAll();
    },
    async retry(id: string): Promise<void> {
      await entries.changeStored(id, {
        state: 'waiting',
        error: undefined,
        notBefore: undefined,
        tries: undefined,
        triedAt: undefined,
      });
      const entry = entries.find(id);
      if (entry) sending.run(entry.scope);
    },
    /** The server's answer to a query is on the screen. */
    showAgain: (answered: QueryKey): void => shown.showAgain(answered, entries.all().filter(isPending)),
    /** The member no longer wants it, or the live stream has brought it. */
    remove(id: string): void {
      const entry = entries.find(id);
      if (entry) shown.takeBack(entry, entries.pendingIn(entry.scope));
      void entries.drop(id, 'waiting');
    },
    /** Resolves once no such write is being sent. Those that wait for the network are not waited for. */
    answered(isMeant: (entry: Entry) => boolean): Promise<void> {
      const isAnswered = () => !entries.all().some((entry) => entry.state === 'sending' && isMeant(entry));
      if (isAnswered()) return Promise.resolve();
      return new Promise((resolve) => {
        const unsubscribe = entries.subscribe(() => {
          if (!isAnswered()) return;
          unsubscribe();
          resolve();
        });
      });
    },
    /** From now on sends what this member has stored, of earlier visits too. */
    async start({ queryClient, reader }: WriteContext): Promise<void> {
      await entries.open({ queryClient, reader });
      sending.runAll();
    },
    /** Forgets everything in memory: the next member on this device sees and sends nothing of it. */
    stop(): void {
      sending.stop();
      entries.close();
    },
  };
}
