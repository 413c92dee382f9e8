import type { GymConfig } from '@spotter/contract/gyms.ts';
import type { User } from '@spotter/contract/users.ts';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { readRefreshToken, readTokens, selectedGym } from '#platform/storage/local-keys.ts';
import { local } from '#platform/storage/safe-storage.ts';

export type Boot =
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: User; gymConfig: GymConfig | null }
  /** The server could not be asked. Nothing is thrown away; trying again is the way on. */
  | { status: 'unreachable' };

/** At load: the user and the gym's config together, if there is a sign-in. */
export async function boot(): Promise<Boot> {
  if (!readTokens() && !readRefreshToken()) return { status: 'signed-out' };
  // Without its config the app still works, in the default theme.
  const config = api.getGymConfig().catch((error: unknown) => {
    console.warn('The gym config did not load', error);
    return null;
  });
  try {
    const user = await api.getMe();
    return { status: 'signed-in', user, gymConfig: await config };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status === 503)) return { status: 'unreachable' };
    local.clear();
    return { status: 'signed-out' };
  }
}

/** A selected gym is restored only if it is still in the accessible list. */
export function restoredGym(user: User) {
  const wanted = selectedGym.read();
  const found = user.accessible_gyms.find((gym) => gym.id === wanted);
  if (wanted && !found) selectedGym.write(null);
  return found ?? user.current_gym ?? user.default_gym ?? user.accessible_gyms[0] ?? null;
}
