import { createStore, del, delMany, get, getMany, keys, set } from 'idb-keyval';

/*
 * Data that one member has read on this device, and what they wrote and could not send, kept in IndexedDB. It is deleted
 * when the member signs out. When another one signs in, what was read is deleted, and what was written waits.
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

/** Keys of what a member wrote begin with this. */
export const WRITTEN = 'unsent ';

/** From now on keeps what this member reads, and deletes what others have read. */
export async function storeFor(userId: string): Promise<void> {
  if (owner === userId) return;
  owner = userId;
  await attempt(async () => {
    const read = (await keys<Key>(store)).filter(([whose, key]) => whose !== userId && !key.startsWith(WRITTEN));
    await delMany(read, store);
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

/** This member's entries with this key prefix; undefined if they can't be read. */
const readEntries = <T>(userId: string, prefix: string): Promise<[key: string, value: T][] | undefined> =>
  attempt(async () => {
    const own = (await keys<Key>(store)).filter(([whose, key]) => whose === userId && key.startsWith(prefix));
    const values: (T | undefined)[] = await getMany<T>(own, store);
    // Another tab may have deleted some in between.
    return own.flatMap(([, key], index): [string, T][] => {
      const value = values[index];
      return value === undefined ? [] : [[key, value]];
    });
  });

/** This member's entries with this key prefix. */
export const storedEntries = async <T>(userId: string, prefix: string): Promise<[key: string, value: T][]> =>
  (await readEntries<T>(userId, prefix)) ?? [];

/** Stores what a member wrote. False if nothing was stored. */
export const storeWritten = async (userId: string, key: string, value: unknown): Promise<boolean> =>
  owner === userId && storeWrittenBefore(userId, key, value);

/** Stores what any member wrote on this device before it ended. False if nothing was stored. */
export async function storeWrittenBefore(userId: string, key: string, value: unknown): Promise<boolean> {
  const stored = await attempt(async () => {
    await set([userId, WRITTEN + key], value, store);
    return true;
  });
  return stored ?? false;
}

export const deleteWritten = (userId: string, key: string): Promise<void> =>
  attempt(() => del([userId, WRITTEN + key], store));

/** What a member wrote; undefined if it can't be read. */
export async function storedWritten<T>(userId: string, prefix: string): Promise<T[] | undefined> {
  return (await readEntries<T>(userId, WRITTEN + prefix))?.map(([, value]) => value);
}

/** How many writes of a member were deleted here while others used the device. */
const DROPPED = `${WRITTEN}dropped`;

/**
 * Deletes what other members wrote on this device, except what is still kept for them of the entries with this prefix, and
 * counts what they would miss. What has another prefix, like photos chosen for a chat, is kept for nobody else.
 */
export async function dropWrittenByOthers<T>(
  userId: string,
  prefix: string,
  { kept, isMissed }: { kept: (written: T[]) => readonly T[]; isMissed: (written: T) => boolean },
): Promise<void> {
  await attempt(async () => {
    const written = (await keys<Key>(store)).filter(
      ([whose, key]) => whose !== userId && key.startsWith(WRITTEN) && key !== DROPPED,
    );
    const isKept = ([, key]: Key) => key.startsWith(WRITTEN + prefix);
    await delMany(
      written.filter((key) => !isKept(key)),
      store,
    );
    const others = written.filter(isKept);
    const values: (T | undefined)[] = await getMany<T>(others, store);
    const wanted = new Set(kept(values.filter((value) => value !== undefined)));
    const dropped = others.filter((_key, index) => !wanted.has(values[index] as T));
    for (const [index, [whose]] of others.entries()) {
      const value = values[index];
      if (value === undefined || wanted.has(value) || !isMissed(value)) continue;
      await set([whose, DROPPED], ((await get<number>([whose, DROPPED], store)) ?? 0) + 1, store);
    }
    await delMany(dropped, store);
  });
}

/** The count of what was deleted of this member's writes since it was last taken. */
export async function takeDropped(userId: string): Promise<number> {
  const count = await attempt(async () => get<number>([userId, DROPPED], store));
  if (count) await attempt(() => del([userId, DROPPED], store));
  return count ?? 0;
}

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

/** Deletes everything, except what waits for other members; nothing is written until a member is signed in again. */
export async function clearStore(): Promise<void> {
  const leaving = owner;
  owner = null;
  await attempt(async () => {
    const isOthers = ([whose, key]: Key) => whose !== leaving && key.startsWith(WRITTEN);
    await delMany(
      (await keys<Key>(store)).filter((key) => !isOthers(key)),
      store,
    );
  });
}
