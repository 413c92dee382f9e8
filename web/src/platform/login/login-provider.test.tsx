import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerWith, gymConfig, person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import type { LoadedLogin } from './load-login.ts';
import { useLogin } from './use-login.ts';

const gym = (id: string, name: string) => ({
  id,
  name,
  branding: {},
  organization_id: 'o1',
  timezone: 'Australia/Sydney',
  address: '1 Shipwright Walk',
});

function Probe() {
  const login = useLogin();
  return (
    <>
      <p>status: {login.status}</p>
      <p>user: {login.user?.first_name ?? 'nobody'}</p>
      <p>gym: {login.gym?.name ?? 'none'}</p>
      <button type="button" onClick={() => void login.signOut()}>
        Sign out
      </button>
    </>
  );
}

const start = (first?: LoadedLogin) => renderAt('/app', <Route path="/app" element={<Probe />} />, first);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('at load', () => {
  test('sends nothing without a token', async () => {
    const requests = answerWith(() => undefined);
    start();
    expect(await screen.findByText('status: signed-out')).toBeTruthy();
    expect(requests).toEqual([]);
  });

  test('fetches the user, gym config and event position together', async () => {
    localStorage.setItem('access_token', 'access');
    const requests = answerWith(({ path }) => Response.json(path === '/users/me/' ? person() : gymConfig));
    start();
    expect(await screen.findByText('user: Ana')).toBeTruthy();
    expect(
      requests
        .map(({ path }) => path)
        .slice(0, 3)
        .sort(),
    ).toEqual(['/events/cursor/', '/gym/config/', '/users/me/']);
  });

  test('has the user in its first render when the login is already loaded', () => {
    localStorage.setItem('access_token', 'access');
    answerWith(() => Response.json(gymConfig));
    const user = { ...person(), accessible_gyms: [gym('g1', 'Barangaroo')] };
    start({ status: 'signed-in', user, gymConfig: null, liveFrom: null });
    expect(screen.getByText('user: Ana')).toBeTruthy();
    expect(screen.getByText('gym: Barangaroo')).toBeTruthy();
  });

  test.each([
    ['dark for an operator', 'super_admin', 'dark'],
    ["a member's gym's own", 'regular_user', 'light'],
  ] as const)('on a device set to dark colors the page is %s', async (_, role, scheme) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    localStorage.setItem('access_token', 'access');
    const config = { ...gymConfig, theme: { colors: { primary: '#0f766e' } } };
    answerWith(({ path }) => Response.json(path === '/users/me/' ? person({ role }) : config));
    start();
    await waitFor(() => expect(document.documentElement.style.colorScheme).toBe(scheme));
  });

  test('tolerates a missing gym config', async () => {
    localStorage.setItem('access_token', 'access');
    answerWith(({ path }) => (path === '/users/me/' ? Response.json(person()) : new Response(null, { status: 500 })));
    start();
    expect(await screen.findByText('user: Ana')).toBeTruthy();
  });

  test('clears local storage when the server refuses the user', async () => {
    localStorage.setItem('access_token', 'access');
    localStorage.setItem('selected_gym_id', 'g1');
    answerWith(() => Response.json({ error: 'No longer yours.' }, { status: 403 }));
    start();
    expect(await screen.findByText('status: signed-out')).toBeTruthy();
    expect(localStorage).toHaveLength(0);
  });

  test('stays signed in when the server cannot be reached', async () => {
    localStorage.setItem('access_token', 'access');
    answerWith(() => {
      throw new TypeError('Failed to fetch');
    });
    start();
    expect(await screen.findByText('status: unreachable')).toBeTruthy();
    expect(localStorage.getItem('access_token')).toBe('access');
  });
});

describe('the selected gym', () => {
  const gyms = [gym('g1', 'Barangaroo'), gym('g2', 'Fremantle')];
  const me = person({ accessible_gyms: gyms, current_gym: gyms[0], can_switch_gyms: true });

  test.each([
    ['g2', 'Fremantle'],
    ['of-another-organization', 'Barangaroo'],
  ])('restores %s only if it is accessible', async (stored, shown) => {
    localStorage.setItem('access_token', 'access');
    localStorage.setItem('selected_gym_id', stored);
    answerWith(({ path }) => Response.json(path === '/users/me/' ? me : gymConfig));
    start();
    expect(await screen.findByText(`gym: ${shown}`)).toBeTruthy();
  });
});

test('tells the server on sign-out, clears everything and goes to sign-in', async () => {
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  sessionStorage.setItem('pendingShareToken', 'tok');
  const requests = answerWith(({ path }) => {
    if (path === '/auth/logout/') return new Response(null, { status: 204 });
    return Response.json(path === '/users/me/' ? person() : gymConfig);
  });
  start();
  await screen.findByText('user: Ana');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/login'));
  expect(requests.find(({ path }) => path === '/auth/logout/')?.body).toEqual({ refresh: 'refresh' });
  // Everything except the brand of the sign-in page.
  expect(Object.keys(localStorage)).toEqual(['last_organization']);
  expect(sessionStorage).toHaveLength(0);
});

test('stays on a public page, signed out, when the stored sign-in has expired', async () => {
  localStorage.setItem('auth', JSON.stringify({ access_token: 'old', refresh_token: 'spent' }));
  sessionStorage.setItem('pendingInvite', '{}');
  answerWith(() => Response.json({ error: 'ended', code: 'token_invalid' }, { status: 401 }));
  renderAt('/help', <Route path="/help" element={<Probe />} />);
  expect(await screen.findByText('status: signed-out')).toBeTruthy();
  expect([localStorage.length, sessionStorage.getItem('pendingInvite')]).toEqual([0, '{}']);
});

test('signs out when another tab signs out', async () => {
  localStorage.setItem('access_token', 'access');
  answerWith(({ path }) => Response.json(path === '/users/me/' ? person() : gymConfig));
  start();
  await screen.findByText('user: Ana');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: null }));
  expect(await screen.findByText('status: signed-out')).toBeTruthy();
});
