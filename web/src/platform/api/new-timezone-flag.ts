import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

const flag = storedText(safeLocalStorage, 'use_new_timezone');

/** While the flag is on, every request carries `X-Use-New-Timezone`. */
export const usesNewTimezone = () => flag.read() === 'true';
