import type { GymConfig } from '@spotter/contract/gyms/gyms.ts';
import type { User } from '@spotter/contract/users/users.ts';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { clearLocalStorage } from '#platform/theme/last-organization.ts';
import { claimAccount, clearTokens, readEmulation, readRefreshToken, readTokens, readUserId } from '../api/tokens.ts';
import { selectedGym } from './selected-gym.ts';

type SignedIn = {
  status: 'signed-in';
  user: User;
  gymConfig: GymConfig | null;
  /** Position of the live stream before anything was read. */
  liveFrom?: string | null;
  /** Home's data, if it was requested. */
  home?: Home;
  /** True when the server did not answer and this is the copy saved on the device. */
  isCached?: boolean;
  /** The server's answer, if still pending. */
  answer?: Promise<LoadedLogin>;
};

export type Home = Answer<'getHome'>;

export type LoadedLogin =
  | { status: 'signed-out' }
  | SignedIn
  /** The server is unreachable. Nothing is deleted, and the user can try again. */
  | { status: 'unreachable' };

/** A phone deep inside a gym may take minutes to notice that it has no connection. */
const LONG_WAIT_MS = 5_000;

/** Loads the user and the gym's config, if there is a sign-in; on home in one call with its data. */
export async function loadLogin({ withHome = false } = {}): Promise<LoadedLogin> {
  claimAccount();
  if (!readTokens() && !readRefreshToken()) return { status: 'signed-out' };
  const answer = loadFromServer(withHome);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitedLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONG_WAIT_MS);
  });
  const meanwhile = waitedLong.then(cachedLogin).then((cached) => (cached ? { ...cached, answer } : answer));
  return Promise.race([answer.finally(() => clearTimeout(timer)), meanwhile]);
}

async function loadFromServer(withHome: boolean): Promise<LoadedLogin> {
  try {
    return (withHome ? await loadWithHome() : null) ?? (await loadUser());
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) return (await cachedLogin()) ?? { status: 'unreachable' };
    clearTokens();
    clearLocalStorage({ keepTexts: true });
    await endKeptData();
    return { status: 'signed-out' };
  }
}

/** Visitors have nothing kept, so their first download is without it. */
export async function endKeptData(): Promise<void> {
  try {
    const [{ endStore }, { hidePushes }] = await Promise.all([
      import('#platform/offline/kept-store.ts'),
      import('#platform/pwa/push.ts'),
    ]);
    await endStore();
    await hidePushes();
  } catch (error) {
    console.warn("Couldn't delete the data kept on this device", error);
  }
}

/** User, config and home's data in one call. If only that call fails, home's queries send their own. */
async function loadWithHome(): Promise<SignedIn | null> {
  try {
    const home = await api.getHome({ query: { gym: selectedGym.read() ?? undefined } });
    return { status: 'signed-in', user: home.user, gymConfig: home.gym_config, liveFrom: home.cursor, home };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status === 401)) throw error;
    // Until then the user is all that the server shows.
    if (error instanceof ApiError && error.code === 'password_change_required')
      return { status: 'signed-in', user: await api.getMe(), gymConfig: null };
    return null;
  }
}

async function loadUser(): Promise<SignedIn> {
  // Without the config the app still works, in the default theme.
  const config = api.getGymConfig().catch((error: unknown) => {
    console.warn("Couldn't load the gym config", error);
    return null;
  });
  const liveFrom = api.getLiveCursor().then(
    ({ cursor }) => cursor,
    () => null,
  );
  const user = await api.getMe();
  return { status: 'signed-in', user, gymConfig: await config, liveFrom: await liveFrom };
}

/** The last user of this device, with the data they have read. */
async function cachedLogin(): Promise<SignedIn | null> {
  const userId = readUserId();
  if (!userId || readEmulation()) return null;
  try {
    const { recallAnswer } = await import('#platform/offline/keep-queries.ts');
    const user = await recallAnswer<User>(
      userId,
      loginKeys.me,
      async () => (await import('@spotter/contract/users/users.ts')).User,
    );
    const gymConfig = await recallAnswer<GymConfig>(
      userId,
      loginKeys.gymConfig,
      async () => (await import('@spotter/contract/gyms/gyms.ts')).GymConfig,
    );
    return user ? { status: 'signed-in', user, gymConfig: gymConfig ?? null, isCached: true } : null;
  } catch {
    return null;
  }
}
