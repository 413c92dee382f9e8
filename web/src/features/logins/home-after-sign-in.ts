import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** Where a sign-in leads when nothing is pending, if that isn't the home of the member's role. */
export const homeAfterSignIn = storedText(safeSessionStorage, 'homeAfterSignIn');
