import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { gymToShow } from '@spotter/contract/users/gym-to-show.ts';
import type { User } from '@spotter/contract/users/users.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

export const selectedGym = storedText(safeLocalStorage, 'selected_gym_id');

/** A selected gym is restored only if it is still in the accessible list. */
export function restoredGym(user: User): Gym | null {
  const selected = selectedGym.read();
  const shown = gymToShow(user, selected);
  if (selected && shown?.id !== selected) selectedGym.remove();
  return shown;
}
