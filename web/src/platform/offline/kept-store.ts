import { clear, createStore, del, delMany, get, getMany, keys, set } from 'idb-keyval';

/*
 * What one member has read on this device, kept in IndexedDB so that it can be read again without a network. It is
 * emptied when the member signs out and when another one signs in.
 */
type Key = [owner: string, key: string];

const store = createStore('spotter-offline', 'kept');

/** Whose entries may be written now. Null: nobody's, so that nothing late is written after a sign-out. */
let owner: string | null = null;

/** A browser that keeps nothing (a private window, a full disk) must not break the app. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** From now on this member's entries are kept, and nobody else's are left. */
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

/** This member's entries whose key begins so. */
export async function storedEntries<T>(userId: string, prefix: string): Promise<[key: string, value: T][]> {
  const found = await attempt(async () => {
    const own = (await keys<Key>(store)).filter(([whose, key]) => whose === userId && key.startsWith(prefix));
    const values = await getMany<T>(own, store);
    return own.map(([, key], index): [string, T] => [key, values[index] as T]);
  });
  return found ?? [];
}

/** Nothing is kept any more, and nothing is written until a member is signed in again. */
export async function clearStore(): Promise<void> {
  owner = null;
  await attempt(() => clear(store));
}
