import type { AuthResponse } from '@spotter/contract/auth.ts';
import { restorableDays } from '@spotter/contract/limits.ts';
import type { User } from '@spotter/contract/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { NavigateOptions } from 'react-router';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import type { Ending } from '#platform/api/refresh.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import {
  claimAccount,
  endEmulation,
  isOtherAccount,
  readEmulation,
  readTokens,
  readUserId,
  storeEmulation,
  storeSignIn,
} from '../api/tokens.ts';
import { endKeptData, type LoadedLogin, loadLogin } from './load-login.ts';
import type { LoginEvent } from './login-state.ts';
import { restoredGym, selectedGym } from './selected-gym.ts';

/** Set while a tab has the app open, to tell a fresh start from a reload. */
const appSessionActive = storedText(safeSessionStorage, 'app-session-active');
/** Set while the tab reloads because another tab switched accounts; the next screen says so. */
export const accountNotice = storedText(safeSessionStorage, 'account-changed');

/** What members of an organization that is off are told. */
const closed = {
  'switched-off': ["Your gym's access is switched off", "Your data is safe. Ask your gym when it'll be back."],
  deleted: ["Your gym's account was deleted", `It can be brought back for ${restorableDays} days. Ask your gym.`],
} as const;

type Options = {
  queryClient: QueryClient;
  dispatch: (event: LoginEvent) => void;
  navigate: (to: string, options?: NavigateOptions) => void;
  reload?: () => void;
};

/** Without query and history state, which belong to the last user. */
const reloadPage = () => window.location.replace(window.location.pathname);

export type LoginActions = ReturnType<typeof createLoginActions>;

async function restoreQueries(queryClient: QueryClient, userId: string) {
  const { recallQueries } = await import('#platform/offline/keep-queries.ts');
  await recallQueries(queryClient, userId);
}

/** Puts a loaded login's user into the query cache, and returns what the state needs to know of it. */
export function keepLogin(queryClient: QueryClient, login: LoadedLogin): LoginEvent {
  let gymId: string | null = null;
  if (login.status === 'signed-in') {
    queryClient.setQueryData(loginKeys.me, login.user);
    if (login.gymConfig) queryClient.setQueryData(loginKeys.gymConfig, login.gymConfig);
    gymId = restoredGym(login.user)?.id ?? null;
    appSessionActive.write('true');
  }
  return { type: 'loaded', login, emulation: readEmulation(), gymId };
}

/** Everything that changes who is signed in. State goes through `dispatch`, the user into the query cache. */
export function createLoginActions({ queryClient, dispatch, navigate, reload = reloadPage }: Options) {
  let isReloading = false;

  /** Applies a loaded login. */
  async function apply(login: LoadedLogin): Promise<void> {
    if (login.status === 'signed-in' && login.isCached) await restoreQueries(queryClient, login.user.id);
    dispatch(keepLogin(queryClient, login));
    if (login.status === 'signed-in' && login.answer) void refresh(login.answer);
  }

  /** After a start from the cache, reads everything again once the server answers. */
  async function refresh(answer?: Promise<LoadedLogin>): Promise<void> {
    if (isOtherAccount()) return handleAccountChanged();
    const login = await (answer ?? loadLogin());
    if (login.status === 'signed-out') handleSignedOut();
    if (login.status !== 'signed-in') return;
    if (login.isCached) return login.answer && refresh(login.answer);
    // The user may have signed out meanwhile.
    if (readUserId() !== login.user.id) return;
    await apply(login);
    await queryClient.invalidateQueries();
  }

  /** Loads the stored sign-in and drops everything of the one before. */
  async function restart(): Promise<void> {
    queryClient.clear();
    await apply(await loadLogin());
  }

  /** Another tab switched accounts. Clears the last user's data and reloads as the new user. */
  function handleAccountChanged(): void {
    if (isReloading) return;
    isReloading = true;
    dispatch({ type: 'loading' });
    queryClient.clear();
    safeSessionStorage.clear();
    accountNotice.write('true');
    reload();
  }

  /**
   * The sign-in expired or was revoked. Session storage and unsent messages stay, so the user can continue after signing
   * in again. Public pages stay too; the guards send everyone else to the sign-in screen.
   */
  function handleSignedOut(ending: Ending = 'ended'): void {
    if (readTokens()) {
      visitEnded();
      return;
    }
    if (ending !== 'ended') {
      const [title, text] = closed[ending];
      toasts.info(title, { text, id: 'signed-out' });
    }
    // The sign-in screen itself says that a demo has ended.
    else if (queryClient.getQueryData<User>(loginKeys.me)?.is_demo_user === false)
      toasts.info("You've been signed out", { text: 'Sign in again to continue.', id: 'signed-out' });
    claimAccount();
    queryClient.clear();
    void endKeptData();
    dispatch({ type: 'signed-out' });
  }

  /** A visit to an organization expired; the super admin's own sign-in continues. */
  function visitEnded(): void {
    toasts.info('Your visit has ended', {
      text: 'Visits last up to an hour. Enter again to continue.',
      id: 'visit-ended',
    });
    void restart().then(() => navigate('/super-admin/organizations', { replace: true }));
  }

  return {
    apply,
    refresh,
    handleSignedOut,
    handleAccountChanged,
    retry(): void {
      dispatch({ type: 'loading' });
      void loadLogin().then(apply);
    },
    signIn(auth: AuthResponse): void {
      queryClient.clear();
      accountNotice.remove();
      storeSignIn({ access: auth.access_token, refresh: auth.refresh_token });
      void apply({ status: 'signed-in', user: auth.user, gymConfig: auth.gym_config });
    },
    /** `to` is where the signed-out device goes. A demo ends where it began. False if the member chose to stay. */
    async signOut(to = '/login'): Promise<boolean> {
      const isDemo = queryClient.getQueryData<User>(loginKeys.me)?.is_demo_user === true;
      // Every signed-in page has loaded it (see web/chunks.ts); a visitor needs none of it.
      const { endSignIn } = await import('./sign-out/end-sign-in.ts');
      if (!(await endSignIn(queryClient, () => dispatch({ type: 'signed-out' })))) return false;
      if (isDemo) window.location.assign('/');
      else navigate(to, { replace: true });
      return true;
    },
    switchGym: (gymId: string) =>
      logged("Couldn't switch the gym", async () => {
        const answer = await api.switchGym({ body: { gym_id: gymId } });
        if (answer.current_gym_id) selectedGym.write(answer.current_gym_id);
        else selectedGym.remove();
        dispatch({ type: 'gym-switched', gymId: answer.current_gym_id });
        queryClient.setQueryData(loginKeys.me, answer.user);
        queryClient.setQueryData(loginKeys.gymConfig, answer.gym_config);
        const answered: unknown[] = [loginKeys.me[0], loginKeys.gymConfig[0]];
        await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !answered.includes(queryKey[0]) });
      }),
    enterOrganization: (organizationId: string, reason: string) =>
      logged("Couldn't enter the organization", async () => {
        const role = readEmulation()?.original_role ?? queryClient.getQueryData<User>(loginKeys.me)?.role;
        if (role !== 'super_admin') return console.error('Only super admins can switch organizations');
        const answer = await api.startEmulation({ body: { organization_id: organizationId, reason } });
        storeEmulation(answer.access_token, {
          organization_id: organizationId,
          organization_name: answer.organization?.name ?? '',
          original_role: answer.original_role ?? 'super_admin',
          expires_at: answer.expires_at,
        });
        await restart();
        navigate('/admin');
      }),
    /** The hour is over, though nothing was called. */
    endVisit(): void {
      if (!readEmulation()) return;
      endEmulation();
      visitEnded();
    },
    leaveOrganization: () =>
      logged("Couldn't leave the organization", async () => {
        await api.stopEmulation();
        endEmulation();
        await restart();
        navigate('/super-admin/organizations');
      }),
  };
}

/** Logs a failure and rethrows it to the caller. */
async function logged(message: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(message, error);
    throw error;
  }
}
