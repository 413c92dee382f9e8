import { isRecord, JUST_WRITTEN, readJson, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import type { Entry } from './write.ts';

/*
 * IndexedDB takes milliseconds to store an entry, and a page that ends in them loses it. Until it is stored, a copy is in
 * `localStorage`, which has it before the tap's handler returns.
 */

const MOST_ENTRIES = 100;
const MOST_LETTERS = 20_000;

const keyOf = ({ id }: Pick<Entry, 'id'>) => JUST_WRITTEN + id;
const keys = () => safeLocalStorage.keys().filter((key) => key.startsWith(JUST_WRITTEN));
const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value.id === 'string' && typeof value.owner === 'string';

/** Entries with files, and very long ones, wait for IndexedDB. */
export function noteWritten(entry: Entry): void {
  let hasFile = false;
  const text = JSON.stringify(entry, (_name, value) => {
    hasFile ||= value instanceof Blob;
    return value;
  });
  if (!hasFile && text.length <= MOST_LETTERS && keys().length < MOST_ENTRIES) safeLocalStorage.set(keyOf(entry), text);
}

export const forgetWritten = (entry: Entry): void => safeLocalStorage.remove(keyOf(entry));

/** What IndexedDB has not confirmed yet, of any member. */
export const justWritten = (): Entry[] => keys().flatMap((key) => readJson(safeLocalStorage, key, isEntry) ?? []);
