/*
 * What one person has read on this device, kept in IndexedDB so that it can be read again without a network. Everything
 * in it belongs to whoever is signed in: it is emptied when they sign out, and when somebody else signs in. A browser
 * that keeps nothing (a private window, a full disk) costs nothing but this.
 */
type Kept = { key: string; owner: string; at: number; value: unknown };

const NAME = 'spotter-kept';
const STORE = 'entries';

/** Whose things may be written now. Null: nobody's, so that nothing late is written after a sign-out. */
let owner: string | null = null;
let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] });
    request.onsuccess = () => {
      // A newer release in another tab may want to change it.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const db = await open();
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

/** From now on this person's things are kept, and nobody else's are left. */
export async function keepFor(userId: string): Promise<void> {
  if (owner === userId) return;
  owner = userId;
  const all = (await run('readonly', (store) => store.getAllKeys())) ?? [];
  const others = all.filter((key) => Array.isArray(key) && key[0] !== userId);
  await Promise.all(others.map((key) => run('readwrite', (store) => store.delete(key))));
}

export function toKeep(key: string, value: unknown): void {
  if (!owner) return;
  const entry: Kept = { key, owner, at: Date.now(), value };
  void run('readwrite', (store) => store.put(entry));
}

export function letGo(key: string): void {
  const whose = owner;
  if (whose) void run('readwrite', (store) => store.delete([whose, key]));
}

/** This person's entries whose key begins so, oldest first. */
export async function keptOf(userId: string, prefix: string): Promise<Kept[]> {
  const found = await run<Kept[]>('readonly', (store) =>
    store.getAll(IDBKeyRange.bound([userId, prefix], [userId, `${prefix}\uffff`])),
  );
  return (found ?? []).sort((one, other) => one.at - other.at);
}

/** Nothing is kept any more, and nothing is written until somebody is signed in again. */
export async function keepNothing(): Promise<void> {
  owner = null;
  await run('readwrite', (store) => store.clear());
}
