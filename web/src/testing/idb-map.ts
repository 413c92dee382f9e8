/** Stands in for `idb-keyval` where there is no IndexedDB. Like the real one it stores copies. */
export function idbOver(stored: Map<string, unknown>) {
  const nameOf = (key: IDBValidKey) => JSON.stringify(key);
  const get = async (key: IDBValidKey) => structuredClone(stored.get(nameOf(key)));
  const del = async (key: IDBValidKey) => void stored.delete(nameOf(key));
  return {
    createStore: () => undefined,
    get,
    getMany: (keys: IDBValidKey[]) => Promise.all(keys.map(get)),
    set: async (key: IDBValidKey, value: unknown) => void stored.set(nameOf(key), structuredClone(value)),
    del,
    delMany: async (keys: IDBValidKey[]) => void (await Promise.all(keys.map(del))),
    keys: async () => [...stored.keys()].map((name) => JSON.parse(name)),
    clear: async () => stored.clear(),
  };
}
