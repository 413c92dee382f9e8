import { dropDraft } from '#platform/forms/draft.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** What this tab remembers of an unfinished gym registration beside the fields themselves. */
export const DRAFT = 'register-gym';
export const storedStep = storedText(safeSessionStorage, 'draft:register-gym-step');
/** Set once the owner picks the time zone: no address changes it from then on. */
export const zonePicked = storedText(safeSessionStorage, 'draft:register-gym-zone-picked');

export function dropGymDraft() {
  dropDraft(DRAFT);
  storedStep.remove();
  zonePicked.remove();
}
