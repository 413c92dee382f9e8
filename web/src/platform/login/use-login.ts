import type { Gym, GymConfig } from '@spotter/contract/gyms/gyms.ts';
import type { User } from '@spotter/contract/users/users.ts';
import { createContext, useContext } from 'react';
import type { LoginActions } from './login-actions.ts';
import type { LoginState } from './login-state.ts';
import type { Viewer } from './viewer.ts';

export type Login = Omit<LoginState, 'gymId'> &
  Pick<
    LoginActions,
    'retry' | 'signIn' | 'signOut' | 'switchGym' | 'enterOrganization' | 'endVisit' | 'leaveOrganization'
  > & {
    user: User | null;
    viewer: Viewer | null;
    gym: Gym | null;
    gymConfig: GymConfig | null;
  };

export const LoginContext = createContext<Login | null>(null);

export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error('useLogin needs a LoginProvider above it');
  return login;
}

/** The signed-in user, for screens that require one. */
export function useUser(): User {
  const { user } = useLogin();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}
