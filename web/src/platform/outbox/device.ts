import { readEmulation } from '#platform/api/tokens.ts';
import {
  deleteWritten,
  dropWrittenByOthers,
  storedWritten,
  storeFor,
  storeWritten,
  storeWrittenBefore,
  takeDropped,
} from '#platform/offline/kept-store.ts';
import { forgetWritten, justWritten, noteWritten } from './just-written.ts';
import { keptForOthers } from './kept-for-others.ts';
import type { AnyWrite, Entry } from './write.ts';

/** What the outbox needs of the browser. */
export type Device = {
  store: {
    /**
     * From now on stores this member's entries. Those of others wait for them, see `kept-for-others.ts`. Resolves to how many
     * of the member's own were deleted while others used the device.
     */
    open(owner: string): Promise<number>;
    /** False if the browser stores nothing: a private window, a full disk. */
    put(entry: Entry): Promise<boolean>;
    remove(entry: Entry): Promise<void>;
    /** Undefined if it can't be read. */
    all(owner: string): Promise<Entry[] | undefined>;
  };
  /** One tab at a time works under a name. */
  takeTurn(name: string, work: () => Promise<number>): Promise<number>;
  isOnline(): boolean;
  /** The page is about to end, or a phone may end it in the background without a word. */
  isLeaving(): boolean;
  /** False while a super admin visits an organization: nothing of it stays on the device. */
  isBound(): boolean;
  /** The definitions of all writes, for those of an earlier visit. */
  loadWrites(): Promise<readonly AnyWrite[]>;
  onWaiting(): void;
};

const PREFIX = 'write ';

/** The page it was written on has ended before it was stored. */
async function storeLate(entry: Entry): Promise<void> {
  if (await storeWrittenBefore(entry.owner, PREFIX + entry.id, entry)) forgetWritten(entry);
}

let channel: BroadcastChannel | undefined;

/** Other tabs hear of every change to the store. */
const told = <T>(result: T): T => {
  channel?.postMessage(null);
  return result;
};

export function onOtherTab(listener: () => void): () => void {
  const opened = new BroadcastChannel('spotter-outbox');
  opened.addEventListener('message', listener);
  channel = opened;
  return () => {
    opened.close();
    channel = undefined;
  };
}

let hasLeft = false;
// First of all listeners: those that send what is held ask for it.
globalThis.addEventListener?.('pagehide', () => setLeft(true), { capture: true });
globalThis.addEventListener?.('pageshow', () => setLeft(false), { capture: true });
const setLeft = (left: boolean) => {
  hasLeft = left;
};

export const browser: Omit<Device, 'loadWrites'> = {
  store: {
    async open(owner) {
      await storeFor(owner);
      await Promise.all(justWritten().map(storeLate));
      await dropWrittenByOthers<Entry>(owner, PREFIX, { kept: keptForOthers, isMissed: ({ isQuiet }) => !isQuiet });
      return takeDropped(owner);
    },
    async put(entry) {
      noteWritten(entry);
      const isStored = await storeWritten(entry.owner, PREFIX + entry.id, entry);
      if (isStored) forgetWritten(entry);
      return told(isStored);
    },
    async remove(entry) {
      forgetWritten(entry);
      told(await deleteWritten(entry.owner, PREFIX + entry.id));
    },
    async all(owner) {
      const noted = justWritten().filter((entry) => entry.owner === owner);
      const stored = await storedWritten<Entry>(owner, PREFIX);
      return stored && [...stored, ...noted.filter(({ id }) => !stored.some((entry) => entry.id === id))];
    },
  },
  // Without locks two tabs may send the same write. The server counts it once.
  takeTurn: (name, work) => navigator.locks?.request(name, work) ?? work(),
  isOnline: () => navigator.onLine !== false,
  isBound: () => readEmulation() === null,
  isLeaving: () => hasLeft || document.visibilityState === 'hidden',
  onWaiting: () => void askForSync(),
};

/** Where Background Sync exists, the worker wakes the app's pages when the network is back. */
async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register('outbox');
  } catch {
    // Not allowed, or not installed. The page hears of the network itself.
  }
}
