import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

export const selectedOrganization = storedText(safeLocalStorage, 'selected_org_id');
