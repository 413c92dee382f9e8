import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { isRecord, readJson, safeLocalStorage, safeSessionStorage, TEXT } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

const keyOf = (form: string) => `draft:${form}`;
/** Never stored, in any form. */
const isSecret = (field: string) => /password/i.test(field);

export const draftOf = <T extends FieldValues>(form: string): DefaultValues<T> =>
  (readJson(safeSessionStorage, keyOf(form), isRecord) ?? {}) as DefaultValues<T>;

export const keepDraft = (form: string, values: object) => safeSessionStorage.set(keyOf(form), JSON.stringify(values));

export const dropDraft = (form: string) => safeSessionStorage.remove(keyOf(form));

/** Keeps typed values in this tab, across reloads, until the form is submitted. */
export function useDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>, isKept = true) {
  useEffect(() => {
    if (!isKept) return;
    const subscription = form.watch((values) => {
      const kept = Object.entries(values).filter(([field]) => !isSecret(field));
      keepDraft(name, Object.fromEntries(kept));
    });
    return () => subscription.unsubscribe();
  }, [name, form, isKept]);
}

/** The state of a small form, kept in the same way until `dropDraft`. */
export function useDraftState<T extends object>(name: string, initial: () => T): [T, (change: Partial<T>) => void] {
  const [state, setState] = useState<T>(() => ({ ...initial(), ...(draftOf(name) as Partial<T>) }));
  return [
    state,
    (change) => {
      const next = { ...state, ...change };
      setState(next);
      keepDraft(name, next);
    },
  ];
}

const textKey = (userId: string, name: string) => `${TEXT}${userId}:${name}`;

const textListeners = new Set<() => void>();

function subscribeToTexts(listener: () => void): () => void {
  const onStorage = ({ storageArea, key }: StorageEvent) => {
    if (storageArea === localStorage && (key === null || key.startsWith(TEXT))) listener();
  };
  textListeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    textListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * A member's text on this device, also after the app was closed or the sign-in expired; cleared when it is empty. Signing
 * out clears it too. All screens and tabs have the same one, so that a text sent in one can't be sent again in another.
 */
export function useTextDraft(userId: string, name: string): [text: string, setText: (text: string) => void] {
  const key = textKey(userId, name);
  const text = useSyncExternalStore(subscribeToTexts, () => safeLocalStorage.get(key) ?? '');
  return [
    text,
    (next) => {
      if (next) safeLocalStorage.set(key, next);
      else safeLocalStorage.remove(key);
      for (const listener of textListeners) listener();
    },
  ];
}

/** Adds to what the member has written there already. */
export function appendToTextDraft(userId: string, name: string, added: string): void {
  const key = textKey(userId, name);
  const text = safeLocalStorage.get(key);
  safeLocalStorage.set(key, text ? `${text}\n${added}` : added);
  for (const listener of textListeners) listener();
}

/** Whose forms are kept in this tab. A sign-in that expires leaves them for the member who filled them in. */
const formsOf = storedText(safeSessionStorage, 'drafts-of');

/** Removes what other members wrote on this device. */
export function dropDraftsOfOthers(userId: string): void {
  for (const key of safeLocalStorage.keys())
    if (key.startsWith(TEXT) && !key.startsWith(textKey(userId, ''))) safeLocalStorage.remove(key);
  const isOther = (formsOf.read() ?? userId) !== userId;
  for (const key of safeSessionStorage.keys()) if (isOther && key.startsWith(keyOf(''))) safeSessionStorage.remove(key);
  formsOf.write(userId);
}
