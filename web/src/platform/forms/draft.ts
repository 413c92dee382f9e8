import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { isRecord, readJson, safeLocalStorage, safeSessionStorage } from '#platform/storage/safe-storage.ts';

const keyOf = (form: string) => `draft:${form}`;
/** Never stored, in any form. */
const isSecret = (field: string) => /password/i.test(field);

export const draftOf = <T extends FieldValues>(form: string): DefaultValues<T> =>
  (readJson(safeSessionStorage, keyOf(form), isRecord) ?? {}) as DefaultValues<T>;

export const dropDraft = (form: string) => safeSessionStorage.remove(keyOf(form));

/** Keeps typed values in this tab, across reloads, until the form is submitted. */
export function useDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>) {
  useEffect(() => {
    const subscription = form.watch((values) => {
      const kept = Object.entries(values).filter(([field]) => !isSecret(field));
      safeSessionStorage.set(keyOf(name), JSON.stringify(Object.fromEntries(kept)));
    });
    return () => subscription.unsubscribe();
  }, [name, form]);
}

/** A text on this device, also after the app was closed; cleared when it is empty. Signing out clears it too. */
export function useTextDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => safeLocalStorage.get(keyOf(name)) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next) safeLocalStorage.set(keyOf(name), next);
      else safeLocalStorage.remove(keyOf(name));
    },
  ];
}
