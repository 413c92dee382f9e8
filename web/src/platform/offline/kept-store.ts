import { clear, createStore, del, delMany, get, getMany, keys, set } from 'idb-keyval';

/*
 * Data that one member has read on this device, and what they wrote and could not send, kept in IndexedDB. It is deleted
 * when the member signs out or another one signs in.
 */
type Key = [owner: string, key: string];

const store = createStore('spotter-offline', 'kept');

/** The member whose entries may be written now. Null while signed out, so that no late write happens. */
let owner: string | null = null;

/** A browser that stores nothing (private window, full disk) must not break the app. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** From now on keeps this member's entries and deletes all others. */
export async function storeFor(userId: string): Promise<void> {
  if (owner === userId) return;
  owner = userId;
  await attempt(async () => {
    const others = (await keys<Key>(store)).filter(([whose]) => whose !== userId);
    await delMany(others, store);
  });
}

export function storeEntry(key: string, value: unknown): void {
  const whose = owner;
  if (whose) void attempt(() => set([whose, key], value, store));
}

export function deleteEntry(key: string): void {
  const whose = owner;
  if (whose) void attempt(() => del([whose, key], store));
}

export const storedEntry = <T>(userId: string, key: string): Promise<T | undefined> =>
  attempt(async () => get<T>([userId, key], store));

/** This member's entries with this key prefix. */
export async function storedEntries<T>(userId: string, prefix: string): Promise<[key: string, value: T][]> {
  const found = await attempt(async () => {
    const own = (await keys<Key>(store)).filter(([whose, key]) => whose === userId && key.startsWith(prefix));
    const values: (T | undefined)[] = await getMany<T>(own, store);
    // Another tab may have deleted some in between.
    return own.flatMap(([, key], index): [string, T][] => {
      const value = values[index];
      return value === undefined ? [] : [[key, value]];
    });
  });
  return found ?? [];
}

/** Keys of what a member wrote begin with this. */
export const WRITTEN = 'unsent ';

/**
 * The sign-in has expired: deletes what the member has read. What they wrote waits for them to sign in again; nothing
 * else is written until then.
 */
export async function endStore(): Promise<void> {
  owner = null;
  await attempt(async () => {
    const read = (await keys<Key>(store)).filter(([, key]) => !key.startsWith(WRITTEN));
    await delMany(read, store);
  });
}

/** Deletes everything; nothing is written until a member is signed in again. */
export async function clearStore(): Promise<void> {
  owner = null;
  await attempt(() => clear(store));
}
