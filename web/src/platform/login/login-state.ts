import type { Emulation } from '../api/tokens.ts';
import type { LoadedLogin } from './load-login.ts';

/** The state of the sign-in. The user is in the query cache. */
export type LoginState = {
  status: 'loading' | 'unreachable' | 'signed-out' | 'signed-in';
  emulation: Emulation | null;
  gymId: string | null;
  /** Start position of the live stream, if it was read before everything else. */
  liveFrom: string | null;
  /** The server did not answer, so the screens show saved data until it does. */
  isCached: boolean;
};

export type LoginEvent =
  | { type: 'loading' }
  | { type: 'loaded'; login: LoadedLogin; emulation: Emulation | null; gymId: string | null }
  | { type: 'gym-switched'; gymId: string | null }
  | { type: 'signed-out' };

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'loading':
      return { ...state, status: 'loading' };
    case 'loaded': {
      const { login, emulation, gymId } = event;
      if (login.status !== 'signed-in')
        return { ...state, status: login.status, emulation, liveFrom: null, isCached: false };
      const { liveFrom = null, isCached = false } = login;
      return { status: 'signed-in', emulation, gymId, liveFrom, isCached };
    }
    case 'gym-switched':
      return { ...state, gymId: event.gymId };
    case 'signed-out':
      return { ...state, status: 'signed-out', emulation: null, liveFrom: null, isCached: false };
  }
}
