import type { AuthResponse } from '@spotter/contract/auth.ts';
import type { Gym, GymConfig } from '@spotter/contract/gyms/gyms.ts';
import type { User } from '@spotter/contract/users.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { api, onSignedOut } from '#platform/api/api.ts';
import { keepNothing } from '#platform/offline/kept-store.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { type Boot, boot, bootKeys } from './boot.ts';
import { emptyEverything } from './empty-everything.ts';
import { restoredGym, selectedGym } from './selected-gym.ts';
import {
  type Emulation,
  endEmulation,
  readEmulation,
  readRefreshToken,
  readTokens,
  readUserId,
  storeEmulation,
  storeSignIn,
} from './tokens.ts';
import type { Viewer } from './viewer.ts';

/** Set while a tab has the app open, so that a fresh start can be told from a reload. */
const appSessionActive = storedText(safeSessionStorage, 'app-session-active');

export const loginKeys = bootKeys;

type Login = {
  status: 'loading' | 'unreachable' | 'signed-out' | 'signed-in';
  user: User | null;
  viewer: Viewer | null;
  gym: Gym | null;
  gymConfig: GymConfig | null;
  emulation: Emulation | null;
  /** Where the live stream is to begin, if that was asked before anything was read. */
  liveFrom: string | null;
  /** The server could not be asked: what is shown is what was kept, until it answers. */
  isKept: boolean;
  retry(): void;
  signIn(auth: AuthResponse): void;
  signOut(): Promise<void>;
  switchGym(gymId: string): Promise<void>;
  enterOrganization(organizationId: string): Promise<void>;
  leaveOrganization(): Promise<void>;
};

const LoginContext = createContext<Login | null>(null);

type Props = { first: Promise<Boot>; children: ReactNode };

const ASK_AGAIN_MS = 15_000;

async function recall(queryClient: QueryClient, userId: string) {
  const { recallQueries } = await import('#platform/offline/keep-queries.ts');
  await recallQueries(queryClient, userId);
}

/** Who is here. `first` was started before React was, so that the wait for the server begins with the page. */
export function LoginProvider({ first, children }: Props) {
  const queryClient = useQueryClient();
  const go = useNavigate();
  // The router makes a new function at each step; what is done with it here must not start over each time.
  const latestGo = useRef(go);
  latestGo.current = go;
  const { setTheme } = useTheme();
  const [status, setStatus] = useState<Login['status']>('loading');
  const [emulation, setEmulation] = useState(readEmulation);
  const [isKept, setKept] = useState(false);
  const [liveFrom, setLiveFrom] = useState<string | null>(null);
  const [gymId, setGymId] = useState(selectedGym.read);
  const signedIn = status === 'signed-in';

  const me = useQuery({
    queryKey: loginKeys.me,
    queryFn: ({ signal }) => api.getMe({}, { signal }),
    enabled: signedIn,
    meta: { kept: true },
  });
  const config = useQuery({
    queryKey: loginKeys.gymConfig,
    queryFn: ({ signal }) => api.getGymConfig({}, { signal }),
    enabled: signedIn,
    meta: { kept: true },
  });
  const theme = signedIn ? config.data?.theme : undefined;
  useEffect(() => setTheme(theme ?? null), [theme, setTheme]);

  const actions = useMemo(() => {
    const navigate = (to: string, options?: NavigateOptions) => latestGo.current(to, options);
    const settle = async (result: Boot) => {
      if (result.status === 'signed-in') {
        if (result.kept) await recall(queryClient, result.user.id);
        queryClient.setQueryData(loginKeys.me, result.user);
        if (result.gymConfig) queryClient.setQueryData(loginKeys.gymConfig, result.gymConfig);
        setGymId(restoredGym(result.user)?.id ?? null);
        appSessionActive.write('true');
      }
      setEmulation(readEmulation());
      setKept(result.status === 'signed-in' && result.kept === true);
      setLiveFrom((result.status === 'signed-in' && result.liveFrom) || null);
      setStatus(result.status);
      if (result.status === 'signed-in' && result.answer) void askAgain(result.answer);
    };
    /** After a start without an answer: once there is one, everything is read anew. */
    const askAgain = async (answer = boot()): Promise<void> => {
      const result = await answer;
      if (result.status === 'signed-out') actions.ended();
      if (result.status !== 'signed-in') return;
      if (result.kept) return result.answer && askAgain(result.answer);
      // Whoever was asked about may have signed out since.
      if (readUserId() !== result.user.id) return;
      await settle(result);
      await queryClient.invalidateQueries();
    };
    const startAgain = async () => {
      queryClient.clear();
      await settle(await boot());
    };
    return {
      settle,
      retry() {
        setStatus('loading');
        void boot().then(settle);
      },
      signIn(auth: AuthResponse) {
        queryClient.clear();
        storeSignIn({ access: auth.access_token, refresh: auth.refresh_token });
        void settle({ status: 'signed-in', user: auth.user, gymConfig: auth.gym_config });
      },
      async signOut() {
        const isDemo = queryClient.getQueryData<User>(loginKeys.me)?.is_demo_user === true;
        // The server is told, but a dead network must not keep anybody signed in on this device.
        const refresh = readRefreshToken() ?? undefined;
        await Promise.race([
          api.logout({ body: { refresh } }).catch(() => {}),
          new Promise((done) => setTimeout(done, 2000)),
        ]);
        setStatus('signed-out');
        setEmulation(null);
        await emptyEverything(queryClient);
        if (isDemo) window.location.assign('/');
        else void navigate('/login', { replace: true });
      },
      /** The sign-in ended by itself. What waits in session storage stays, to go on with after the next one. */
      ended() {
        if (readTokens()) {
          // A visit to an organization ran out; the super admin's own sign-in goes on.
          void startAgain().then(() => navigate('/super-admin/organizations', { replace: true }));
          return;
        }
        queryClient.clear();
        void keepNothing();
        setStatus('signed-out');
        setEmulation(null);
        void navigate('/login', { replace: true });
      },
      askAgain,
      async switchGym(id: string) {
        try {
          const answer = await api.switchGym({ body: { gym_id: id } });
          if (answer.current_gym_id) selectedGym.write(answer.current_gym_id);
          else selectedGym.remove();
          setGymId(answer.current_gym_id);
          queryClient.setQueryData(loginKeys.me, answer.user);
          queryClient.setQueryData(loginKeys.gymConfig, answer.gym_config);
          await queryClient.invalidateQueries({
            predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'gym-config',
          });
        } catch (error) {
          console.error('The gym was not switched', error);
          throw error;
        }
      },
      async enterOrganization(organizationId: string) {
        try {
          const answer = await api.startEmulation({ body: { organization_id: organizationId } });
          storeEmulation(answer.access_token, {
            organization_id: organizationId,
            organization_name: answer.organization?.name ?? '',
            original_role: answer.original_role ?? 'super_admin',
          });
          await startAgain();
          void navigate('/admin');
        } catch (error) {
          console.error('The organization was not entered', error);
          throw error;
        }
      },
      async leaveOrganization() {
        try {
          await api.stopEmulation();
          endEmulation();
          await startAgain();
          void navigate('/super-admin/organizations');
        } catch (error) {
          console.error('The organization was not left', error);
          throw error;
        }
      },
    };
  }, [queryClient]);

  useEffect(() => {
    onSignedOut(actions.ended);
    return () => onSignedOut(() => {});
  }, [actions]);

  useEffect(() => {
    let current = true;
    void first.then((result) => {
      if (current) void actions.settle(result);
    });
    return () => {
      current = false;
    };
  }, [first, actions]);

  useEffect(() => {
    if (!isKept) return;
    let asking = false;
    const ask = async () => {
      asking = true;
      await actions.askAgain();
      asking = false;
    };
    const timer = setInterval(() => asking || void ask(), ASK_AGAIN_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [actions, isKept]);

  // Signing out in one tab signs out the others.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && signedIn && !readTokens()) actions.ended();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [actions, signedIn]);

  const user = signedIn ? (me.data ?? null) : null;
  const login = useMemo<Login>(
    () => ({
      ...actions,
      status: signedIn && !user ? 'loading' : status,
      user,
      viewer: user && {
        role: user.role,
        onboarding_completed: user.onboarding_completed,
        emulating: emulation !== null,
      },
      gym: user && (user.accessible_gyms.find(({ id }) => id === gymId) ?? restoredGym(user)),
      gymConfig: config.data ?? null,
      emulation,
      liveFrom,
      isKept,
    }),
    [actions, status, signedIn, user, gymId, config.data, emulation, liveFrom, isKept],
  );
  return <LoginContext value={login}>{children}</LoginContext>;
}

export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error('useLogin needs a LoginProvider above it');
  return login;
}

/** The signed-in user, on screens that exist only for one. */
export function useUser(): User {
  const { user } = useLogin();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}
