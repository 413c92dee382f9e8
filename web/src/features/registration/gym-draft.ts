import { dropDraft } from '#platform/forms/draft.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** State of an unfinished gym registration in this tab, besides its fields. */
export const DRAFT = 'register-gym';
export const storedStep = storedText(safeSessionStorage, 'draft:register-gym-step');
/** Set once the owner picks the time zone; the address no longer changes it. */
export const zonePicked = storedText(safeSessionStorage, 'draft:register-gym-zone-picked');

export function dropGymDraft() {
  dropDraft(DRAFT);
  storedStep.remove();
  zonePicked.remove();
}
