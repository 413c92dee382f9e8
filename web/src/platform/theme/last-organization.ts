import { isRecord, safeLocalStorage, TEXT } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

/**
 * The organization this device was last signed in to. Its name and theme are public, and the sign-in page keeps them.
 */
export type LastOrganization = { id: string; name: string; theme: unknown };

const isLast = (value: unknown): value is LastOrganization =>
  isRecord(value) && typeof value.id === 'string' && typeof value.name === 'string';

export const lastOrganization = storedJson(safeLocalStorage, 'last_organization', isLast);

/** Clears the device except for the brand of its sign-in page and, if asked, texts that were not sent. */
export function clearLocalStorage({ keepTexts = false } = {}): void {
  const last = lastOrganization.read();
  for (const key of safeLocalStorage.keys()) if (!keepTexts || !key.startsWith(TEXT)) safeLocalStorage.remove(key);
  if (last) lastOrganization.write(last);
}
