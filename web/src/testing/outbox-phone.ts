import { QueryClient } from '@tanstack/react-query';
import { ApiError, noAnswer } from '#platform/api/api-error.ts';
import type { Device } from '#platform/outbox/device.ts';
import { createOutbox } from '#platform/outbox/outbox.ts';
import type { AnyWrite, Entry, SendOptions, Write, WriteContext } from '#platform/outbox/write.ts';
import { testUser } from './session.ts';

export type Behavior = 'answers' | 'loses the answer' | 'is away' | 'refuses' | 'never answers';
export type Note = { scope: string; text: string };

export const refusal = (error = "You're not in it.") =>
  new ApiError({ status: 409, code: 'not_a_participant', message: error, body: { error } });

/** A server that takes each key once, in the order of arrival, and fails on request. */
export function createServer(behave: (note: Note) => Behavior = () => 'answers') {
  const taken = new Map<string, string>();
  const requests: (Note & { key: string })[] = [];
  return {
    requests,
    received: () => [...taken.values()],
    async take(note: Note, { idempotencyKey: key }: SendOptions): Promise<string> {
      requests.push({ ...note, key });
      const behavior = behave(note);
      if (behavior === 'never answers') return new Promise(() => {});
      if (behavior === 'is away') throw noAnswer();
      if (behavior === 'refuses') throw refusal();
      if (!taken.has(key)) taken.set(key, `${note.scope}: ${note.text}`);
      if (behavior === 'loses the answer') throw noAnswer();
      return `stored ${note.text}`;
    },
  };
}

const never = new Promise<never>(() => {});

/** A phone: what it stores and the turns of its tabs survive a tab. */
export function createPhone() {
  const stored = new Map<string, Entry>();
  const turns = new Map<string, Promise<unknown>>();
  const phone = { isOnline: true, canStore: true, isBound: true, isLeaving: false, dropped: 0 };

  /** A tab's browser, which can end in the middle of anything: from then on nothing that it began has an effect. */
  function openDevice(loadWrites: Device['loadWrites']) {
    let isOpen = true;
    const ended = Promise.withResolvers<void>();
    const alive = <T>(work: () => T | Promise<T>): Promise<T> =>
      isOpen ? Promise.resolve().then(() => (isOpen ? work() : never)) : never;
    const device: Device = {
      store: {
        open: () => alive(() => phone.dropped),
        put: (entry) =>
          alive(() => {
            if (phone.canStore) stored.set(entry.id, structuredClone(entry));
            return phone.canStore;
          }),
        remove: ({ id }) => alive(() => void stored.delete(id)),
        all: (owner) =>
          alive(() => (phone.canStore ? [...stored.values()].filter((one) => one.owner === owner) : undefined)),
      },
      takeTurn(name, work) {
        const before = turns.get(name) ?? Promise.resolve();
        const turn = before.then(() => alive(work));
        // The browser releases the lock of a tab that ends.
        turns.set(name, Promise.race([turn, ended.promise]));
        return turn.then((wait) => alive(() => wait));
      },
      isOnline: () => phone.isOnline,
      isBound: () => phone.isBound,
      isLeaving: () => phone.isLeaving,
      loadWrites,
      onWaiting: () => {},
    };
    const end = () => {
      isOpen = false;
      ended.resolve();
    };
    return { device, alive, end };
  }

  /** A tab that writes notes. */
  function openTab(send: Write<Note, string>['send'], over: Partial<Write<Note, string>> = {}) {
    const { device, alive, end } = openDevice(async () => [write as AnyWrite]);
    const write: Write<Note, string> = {
      name: 'sendMessage',
      scope: ({ scope }) => scope,
      words: ({ text }) => text,
      send: (note, options) => alive(() => send(note, options)).then((answer) => alive(() => answer)),
      failureText: "Couldn't save it.",
      ...over,
    };
    const outbox = createOutbox(device);
    const context: WriteContext = { queryClient: new QueryClient(), reader: testUser('ana') };
    return {
      outbox,
      context,
      start: (reader = context.reader) => outbox.start({ ...context, reader }),
      write: (scope: string, text: string, options?: { handlesRefusal?: boolean }, reader = context.reader) =>
        outbox.write(write, { scope, text }, { ...context, reader }, options),
      shown: () => outbox.read().map(({ words, state }) => [words, state]),
      end() {
        end();
        outbox.stop();
      },
    };
  }
  return { phone, stored, openDevice, openTab };
}
