import type { GymConfig } from '@spotter/contract/gyms.ts';
import type { User } from '@spotter/contract/users.ts';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { keepNothing } from '#platform/offline/kept-store.ts';
import { readEmulation, readRefreshToken, readTokens, readUserId, selectedGym } from '#platform/storage/local-keys.ts';
import { local } from '#platform/storage/safe-storage.ts';

export const bootKeys = { me: ['me'] as const, gymConfig: ['gym-config'] as const };

export type Boot =
  | { status: 'signed-out' }
  /** `kept`: the server could not be asked, and this is what it said last. */
  | { status: 'signed-in'; user: User; gymConfig: GymConfig | null; kept?: boolean }
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
    if (error instanceof ApiError && (error.status === 0 || error.status === 503))
      return (await keptSignIn()) ?? { status: 'unreachable' };
    local.clear();
    await keepNothing();
    return { status: 'signed-out' };
  }
}

/** Whoever was here last is here still, with what they have read. */
async function keptSignIn(): Promise<Boot | null> {
  const userId = readUserId();
  if (!userId || readEmulation()) return null;
  const { recallAnswer } = await import('#platform/offline/keep-queries.ts');
  const user = await recallAnswer<User>(userId, bootKeys.me);
  if (!user) return null;
  return {
    status: 'signed-in',
    user,
    gymConfig: await recallAnswer<GymConfig>(userId, bootKeys.gymConfig),
    kept: true,
  };
}

/** A selected gym is restored only if it is still in the accessible list. */
export function restoredGym(user: User) {
  const wanted = selectedGym.read();
  const found = user.accessible_gyms.find((gym) => gym.id === wanted);
  if (wanted && !found) selectedGym.write(null);
  return found ?? user.current_gym ?? user.default_gym ?? user.accessible_gyms[0] ?? null;
}
