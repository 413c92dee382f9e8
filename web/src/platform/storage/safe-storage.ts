/** Storage that never throws: private windows, full disks and blocked cookies must not break the app. */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
  keys(): string[];
};

export function safeStorage(source: () => Storage): SafeStorage {
  // Values that the browser refuses to store live here, so the page still works.
  const fallback = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(source());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => fallback.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key, value) {
      fallback.delete(key);
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (!kept) fallback.set(key, value);
    },
    remove(key) {
      fallback.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear() {
      fallback.clear();
      attempt((storage) => storage.clear());
    },
    keys: () => [...new Set([...fallback.keys(), ...(attempt(Object.keys) ?? [])])],
  };
}

/** Keys of texts that a member wrote and has not sent begin with this. */
export const TEXT = 'text:';

/** Owned by outbox/just-written.ts. */
export const JUST_WRITTEN = 'just-written:';

export const safeLocalStorage = safeStorage(() => globalThis.localStorage);
export const safeSessionStorage = safeStorage(() => globalThis.sessionStorage);

/** Reads JSON that may come from anywhere: broken text or a wrong shape counts as missing. */
export function readJson<T>(storage: SafeStorage, key: string, isValid: (value: unknown) => value is T): T | null {
  const text = storage.get(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
