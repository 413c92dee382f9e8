import { readJson, type SafeStorage } from './safe-storage.ts';

/** One storage key, owned by the module that declares it. Sign-out clears whole storages, so no key is missed. */
export function storedJson<T>(storage: SafeStorage, key: string, isValid: (value: unknown) => value is T) {
  return {
    read: () => readJson(storage, key, isValid),
    write: (value: T) => storage.set(key, JSON.stringify(value)),
    remove: () => storage.remove(key),
  };
}

export function storedText(storage: SafeStorage, key: string) {
  return {
    read: () => storage.get(key),
    write: (value: string) => storage.set(key, value),
    remove: () => storage.remove(key),
  };
}
