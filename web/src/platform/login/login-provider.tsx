import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react';
import { useNavigate } from 'react-router';
import { onAccountChanged, onSignedOut } from '#platform/api/api.ts';
import { readEmulation } from '../api/tokens.ts';
import type { LoadedLogin } from './load-login.ts';
import { createLoginActions, keepLogin } from './login-actions.ts';
import { type LoginState, loginReducer } from './login-state.ts';
import { restoredGym, selectedGym } from './selected-gym.ts';
import { useLateLogouts } from './sign-out/use-late-logouts.ts';
import { type Login, LoginContext } from './use-login.ts';
import { useLoginData } from './use-login-data.ts';
import { useOtherTabs } from './use-other-tabs.ts';
import { useRefreshUntilOnline } from './use-refresh-until-online.ts';

const loadingState = (): LoginState => ({
  status: 'loading',
  emulation: readEmulation(),
  gymId: selectedGym.read(),
  liveFrom: null,
  isCached: false,
});

type First = LoadedLogin | Promise<LoadedLogin>;
type Props = { first: First; children: ReactNode };

/** Whether the first render can have the user: a copy saved on the device is read first. */
const isReady = (first: First): first is LoadedLogin =>
  !(first instanceof Promise) && !(first.status === 'signed-in' && first.isCached);

/**
 * Who is signed in. `first` starts loading before React does, so the wait for the server begins with the page. Once it is
 * loaded, the first render has the user.
 */
export function LoginProvider({ first, children }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // The router creates a new function on each navigation; the actions must stay the same.
  const latestNavigate = useRef(navigate);
  latestNavigate.current = navigate;
  const [state, dispatch] = useReducer(loginReducer, first, () =>
    isReady(first) ? loginReducer(loadingState(), keepLogin(queryClient, first)) : loadingState(),
  );
  const actions = useMemo(
    () =>
      createLoginActions({
        queryClient,
        dispatch,
        navigate: (to, options) => void latestNavigate.current(to, options),
      }),
    [queryClient],
  );
  const isSignedIn = state.status === 'signed-in';
  const { user, gymConfig } = useLoginData(state.status);

  useEffect(() => {
    if (isReady(first)) return undefined;
    let isCurrent = true;
    void Promise.resolve(first).then((login) => {
      if (isCurrent) void actions.apply(login);
    });
    return () => {
      isCurrent = false;
    };
  }, [first, actions]);
  useEffect(() => {
    onSignedOut(actions.handleSignedOut);
    onAccountChanged(actions.handleAccountChanged);
    return () => {
      onSignedOut(() => {});
      onAccountChanged(() => {});
    };
  }, [actions]);
  useOtherTabs(isSignedIn, actions);
  useLateLogouts();
  useRefreshUntilOnline(state.isCached, actions.refresh);

  const login = useMemo<Login>(() => {
    const { gymId, ...rest } = state;
    return {
      ...actions,
      ...rest,
      status: isSignedIn && !user ? 'loading' : state.status,
      user,
      viewer: user && {
        role: user.role,
        onboarding_completed: user.onboarding_completed,
        emulating: state.emulation !== null,
      },
      gym: user && (user.accessible_gyms.find(({ id }) => id === gymId) ?? restoredGym(user)),
      gymConfig,
    };
  }, [actions, state, isSignedIn, user, gymConfig]);
  return <LoginContext value={login}>{children}</LoginContext>;
}
