import { isRecord, JUST_WRITTEN, safeLocalStorage, TEXT } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

/**
 * The organization this device was last signed in to. Its name and theme are public, and the sign-in page keeps them.
 */
export type LastOrganization = { id: string; name: string; theme: unknown };

const isLast = (value: unknown): value is LastOrganization =>
  isRecord(value) && typeof value.id === 'string' && typeof value.name === 'string';

export const lastOrganization = storedJson(safeLocalStorage, 'last_organization', isLast);

/** Owned by login/sign-out/late-logouts.ts. */
export const LATE_LOGOUTS = 'late-logouts';

/** Says nothing about a member. Whether the app was offered here is kept, so that the next member isn't asked again. */
const ofDevice = ['last_organization', 'install-offer', LATE_LOGOUTS];

/** Clears the device except for the brand of its sign-in page and, if asked, texts and changes that were not sent. */
export function clearLocalStorage({ keepTexts = false } = {}): void {
  const isUnsent = (key: string) => key.startsWith(TEXT) || key.startsWith(JUST_WRITTEN);
  const stays = (key: string) => ofDevice.includes(key) || (keepTexts && isUnsent(key));
  for (const key of safeLocalStorage.keys()) if (!stays(key)) safeLocalStorage.remove(key);
}
