import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** The member has a new password, set on the way in. Home then offers to renew the calendar link too. */
export const passwordRenewed = storedText(safeSessionStorage, 'passwordRenewed');
