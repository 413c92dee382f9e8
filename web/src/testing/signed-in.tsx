import type { User } from '@spotter/contract/users/users.ts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { useLogin } from '#platform/login/use-login.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith, gymConfig } from './answers.ts';

type Answer = Parameters<typeof answerWith>[0];

/** Signs somebody in on a wide screen. What every page asks about them is answered; `answer` has the rest. */
export function signIn(user: () => User, answer: Answer, config: object = gymConfig) {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  localStorage.setItem('access_token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  const known: Record<string, () => object> = {
    'GET /users/me/': user,
    'GET /gym/config/': () => config,
    'GET /events/cursor/': () => ({ cursor: '0' }),
  };
  return answerWith((request) => {
    const own = known[`${request.method} ${request.path}`];
    return own ? Response.json(own()) : answer(request);
  });
}

/** A page with its toasts, once it is known who is signed in. */
export const SignedIn = ({ children }: { children: ReactNode }) =>
  useLogin().user ? (
    <>
      {children}
      <Toaster />
    </>
  ) : null;
