import { webcrypto } from 'node:crypto';
import type { User } from '@spotter/contract/users/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, onAccountChanged } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold } from '#platform/undo/held-changes.ts';
import { answerWith, gymConfig, person, signedInAs } from '../../testing/answers.ts';
import { isOtherAccount, readEmulation, readTokens, storeEmulation, storeSignIn } from '../api/tokens.ts';
import { loadLogin } from './load-login.ts';
import { createLoginActions } from './login-actions.ts';
import type { LoginEvent } from './login-state.ts';
import { useLateLogouts } from './sign-out/use-late-logouts.ts';

const admin = person({ role: 'super_admin' });
const gyms = ['g1', 'g2'].map((id) => ({
  id,
  name: id,
  branding: {},
  organization_id: 'o1',
  timezone: 'UTC',
  address: '',
}));
const emulation = { organization_id: 'o1', organization_name: 'Iron Harbour', original_role: 'super_admin' };

function setUp() {
  const queryClient = new QueryClient();
  const events: LoginEvent[] = [];
  const navigate = vi.fn();
  const reload = vi.fn();
  const actions = createLoginActions({ queryClient, dispatch: (event) => events.push(event), navigate, reload });
  const me = () => queryClient.getQueryData<User>(loginKeys.me);
  return { actions, events, navigate, reload, queryClient, me };
}

/** An unsigned token with a user id, which is all the device reads of it. */
const tokenOf = (userId: string) => `x.${btoa(JSON.stringify({ sub: userId }))}.x`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test("stores the tokens at sign-in and drops the last user's data", async () => {
  const { actions, events, queryClient, me } = setUp();
  queryClient.setQueryData(['sessions'], ['of somebody else']);
  actions.signIn(await signedInAs(person()).json());
  expect(readTokens()).toEqual({ access: 'access', refresh: 'refresh' });
  expect(queryClient.getQueryData(['sessions'])).toBeUndefined();
  expect(me()?.first_name).toBe('Ana');
  expect(queryClient.getQueryData(loginKeys.gymConfig)).toEqual(gymConfig);
  expect(events).toMatchObject([{ type: 'loaded', login: { status: 'signed-in' }, emulation: null }]);
  expect(sessionStorage.getItem('app-session-active')).toBe('true');
});

test('applies a stored gym if it is still accessible', async () => {
  localStorage.setItem('selected_gym_id', 'g2');
  const { actions, events } = setUp();
  await actions.apply({ status: 'signed-in', user: person({ accessible_gyms: gyms }), gymConfig: null });
  await actions.apply({ status: 'signed-in', user: person({ accessible_gyms: gyms.slice(0, 1) }), gymConfig: null });
  expect(events).toMatchObject([{ gymId: 'g2' }, { gymId: 'g1' }]);
  expect(localStorage.getItem('selected_gym_id')).toBeNull();
});

test('loads again on retry', async () => {
  storeSignIn({ access: 'access', refresh: 'refresh' });
  answerWith(({ path }) => Response.json(path === '/users/me/' ? person() : gymConfig));
  const { actions, events } = setUp();
  actions.retry();
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['loading', 'loaded']));
});

describe('after a start from the cache', () => {
  const user = person();
  const cached = { status: 'signed-in', user, gymConfig: null, isCached: true } as const;

  test("replaces the cached login with the server's answer and reads everything again", async () => {
    storeSignIn({ access: tokenOf(user.id), refresh: 'refresh' });
    const { actions, events, queryClient, me } = setUp();
    queryClient.setQueryData(['sessions'], []);
    const answer = Promise.resolve({
      status: 'signed-in',
      user: { ...user, first_name: 'Anna' },
      gymConfig: null,
      liveFrom: '40',
    } as const);
    await actions.apply({ ...cached, answer });
    await vi.waitFor(() => expect(queryClient.getQueryState(['sessions'])?.isInvalidated).toBe(true));
    expect(me()?.first_name).toBe('Anna');
    expect(events).toMatchObject([{ login: { isCached: true } }, { login: { liveFrom: '40' } }]);
  });

  test('drops an answer about a user who has signed out meanwhile', async () => {
    storeSignIn({ access: tokenOf('another user'), refresh: 'refresh' });
    const { actions, events } = setUp();
    await actions.refresh(Promise.resolve({ status: 'signed-in', user, gymConfig: null }));
    expect(events).toEqual([]);
  });

  test('ends a sign-in that the server no longer knows', async () => {
    const { actions, events } = setUp();
    await actions.refresh(Promise.resolve({ status: 'signed-out' }));
    expect(events).toEqual([{ type: 'signed-out' }]);
  });

  test('changes nothing while the server is unreachable', async () => {
    const { actions, events } = setUp();
    await actions.refresh(Promise.resolve({ status: 'unreachable' }));
    await actions.refresh(Promise.resolve(cached));
    expect(events).toEqual([]);
  });
});

describe('signing out', () => {
  test('clears the device even if the server refuses', async () => {
    storeSignIn({ access: 'access', refresh: 'refresh' });
    sessionStorage.setItem('pendingShareToken', 'tok');
    const requests = answerWith(() => new Response(null, { status: 403 }));
    const { actions, events, navigate } = setUp();
    await actions.signOut();
    expect(requests).toMatchObject([{ path: '/auth/logout/', body: { refresh: 'refresh' } }]);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(events).toEqual([{ type: 'signed-out' }]);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { replace: true });
  });

  test('without a network, keeps only what ends the sign-in, and sends it when the network is back', async () => {
    // The tests' window lacks digests.
    vi.stubGlobal('crypto', webcrypto);
    storeSignIn({ access: 'access', refresh: 'refresh' });
    answerWith(() => Response.json({}, { status: 502 }));
    await setUp().actions.signOut();
    const digest = 'd6cc0a088c07683c65cd266860cab8d94b3a1937b17420d9da30ca299c09fb77';
    expect([localStorage.length, localStorage.getItem('late-logouts')]).toEqual([1, JSON.stringify([digest])]);
    const requests = answerWith(() => new Response(null, { status: 204 }));
    const { unmount } = renderHook(() => useLateLogouts());
    await vi.waitFor(() => expect(localStorage).toHaveLength(0));
    expect(requests).toMatchObject([{ path: '/auth/logout/', body: { refresh_digest: digest } }]);
    unmount();
    vi.unstubAllGlobals();
  });

  test("sends a late sign-out without the next member's sign-in", async () => {
    localStorage.setItem('late-logouts', JSON.stringify(['ab'.repeat(32)]));
    storeSignIn({ access: tokenOf('ben'), refresh: 'his' });
    const sent: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('Authorization'));
      return new Response(null, { status: 204 });
    });
    const { unmount } = renderHook(() => useLateLogouts());
    await vi.waitFor(() => expect(localStorage.getItem('late-logouts')).toBeNull());
    expect([sent, readTokens()?.refresh]).toEqual([[null], 'his']);
    unmount();
  });

  test('sends what the user could still undo while the sign-in lasts', async () => {
    answerWith(() => new Response(null, { status: 204 }));
    storeSignIn({ access: 'access', refresh: 'refresh' });
    const sentWith: (string | undefined)[] = [];
    hold({ id: 'f1', list: 'friends', title: 'Removed', send: async () => sentWith.push(readTokens()?.access) });
    await setUp().actions.signOut();
    expect(sentWith).toEqual(['access']);
  });

  test("says so and keeps the tab's pending data when the sign-in expires", () => {
    sessionStorage.setItem('pendingShareToken', 'tok');
    const { actions, events, queryClient, me, navigate } = setUp();
    queryClient.setQueryData(loginKeys.me, person());
    const told = vi.spyOn(toasts, 'info');
    actions.handleSignedOut();
    expect(told).toHaveBeenCalledExactlyOnceWith("You've been signed out", expect.anything());
    expect(me()).toBeUndefined();
    expect(sessionStorage.getItem('pendingShareToken')).toBe('tok');
    expect(events).toEqual([{ type: 'signed-out' }]);
    // The guards redirect from private pages; a public page stays.
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe('when another tab signs in to another account', () => {
  const signInElsewhere = (userId: string, more = {}) =>
    localStorage.setItem('auth', JSON.stringify({ access_token: tokenOf(userId), refresh_token: 'theirs', ...more }));

  test("sends no call, clears the last user's data and reloads once", async () => {
    storeSignIn({ access: tokenOf('ana'), refresh: 'mine' });
    sessionStorage.setItem('pendingShareToken', 'tok');
    const requests = answerWith(() => Response.json({}));
    const { actions, events, queryClient, me, reload } = setUp();
    onAccountChanged(actions.handleAccountChanged);
    queryClient.setQueryData(loginKeys.me, person());
    signInElsewhere('ben');
    await expect(api.joinSession({ params: { id: 's1' } })).rejects.toMatchObject({ code: 'account_changed' });
    await expect(api.getMe()).rejects.toMatchObject({ code: 'account_changed' });
    await actions.refresh();
    expect(requests).toEqual([]);
    expect(me()).toBeUndefined();
    expect({ ...sessionStorage }).toEqual({ 'account-changed': 'true' });
    expect(events).toEqual([{ type: 'loading' }]);
    expect(reload).toHaveBeenCalledOnce();
    expect(readTokens()?.refresh).toBe('theirs');
  });

  test('treats entering or leaving an organization as another account, but not a refreshed token', () => {
    storeSignIn({ access: tokenOf('sam'), refresh: 'mine' });
    expect(isOtherAccount()).toBe(false);
    signInElsewhere('sam');
    expect(isOtherAccount()).toBe(false);
    signInElsewhere('sam', { emulation });
    expect(isOtherAccount()).toBe(true);
  });

  test('uses no tokens in a tab that was rendered signed out', async () => {
    await loadLogin();
    signInElsewhere('ben');
    const sent: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('Authorization'));
      return Response.json({});
    });
    await api.validateInviteCode({ body: { code: 'IRON' } });
    expect(sent).toEqual([null]);
  });
});

test("switches the gym to the server's answer and reads everything else again", async () => {
  const user = person({ accessible_gyms: gyms });
  answerWith(() => Response.json({ current_gym_id: 'g2', user, gym_config: gymConfig }));
  const { actions, events, queryClient, me } = setUp();
  queryClient.setQueryData(['sessions'], []);
  await actions.switchGym('g2');
  expect(localStorage.getItem('selected_gym_id')).toBe('g2');
  expect(events).toEqual([{ type: 'gym-switched', gymId: 'g2' }]);
  expect(me()).toEqual(user);
  const isInvalidated = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect([['sessions'], loginKeys.me, loginKeys.gymConfig].map(isInvalidated)).toEqual([true, false, false]);
});

test('logs a refused gym switch and rethrows it', async () => {
  answerWith(() => Response.json({ error: 'No.', code: 'gym_not_found' }, { status: 404 }));
  const { actions, events } = setUp();
  await expect(actions.switchGym('g9')).rejects.toThrow('No.');
  expect(console.error).toHaveBeenCalledOnce();
  expect(events).toEqual([]);
});

describe('inside an organization', () => {
  const answerAsServer = () =>
    answerWith(({ path }) => {
      if (path === '/users/me/') return Response.json(admin);
      if (path === '/auth/emulate/')
        return Response.json({
          access_token: 'inside',
          organization: { name: 'Iron Harbour' },
          original_role: 'super_admin',
        });
      return path === '/auth/stop-emulation/' ? new Response(null, { status: 204 }) : Response.json(gymConfig);
    });

  test('lets only a super admin enter and logs other attempts', async () => {
    const requests = answerAsServer();
    const { actions, queryClient, navigate } = setUp();
    queryClient.setQueryData(loginKeys.me, person({ role: 'org_admin' }));
    await actions.enterOrganization('o1', 'They asked for help');
    expect(console.error).toHaveBeenCalledExactlyOnceWith('Only super admins can switch organizations');
    expect([requests, navigate.mock.calls]).toEqual([[], []]);
  });

  test("sets the super admin's own sign-in aside and restores it on leaving", async () => {
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    answerAsServer();
    const { actions, events, navigate, queryClient } = setUp();
    queryClient.setQueryData(loginKeys.me, admin);
    await actions.enterOrganization('o1', 'They asked for help');
    expect(readTokens()).toEqual({ access: 'inside', refresh: null });
    expect(navigate).toHaveBeenLastCalledWith('/admin');
    await actions.leaveOrganization();
    expect(readTokens()).toEqual({ access: 'own', refresh: 'own-refresh' });
    expect(navigate).toHaveBeenLastCalledWith('/super-admin/organizations');
    expect(events).toMatchObject([{ emulation }, { emulation: null }]);
  });

  test("ends the super admin's own sign-in too, even after the visit expired", async () => {
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    storeEmulation('inside', emulation);
    const requests = answerAsServer();
    await setUp().actions.signOut();
    expect(requests).toMatchObject([{ path: '/auth/logout/', body: { refresh: 'own-refresh' } }]);
    expect(readTokens()).toBeNull();
  });

  test("returns to the super admin's own sign-in when a visit expires", async () => {
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    storeEmulation('inside', emulation);
    answerAsServer();
    const { actions, events, navigate } = setUp();
    // The client ends the visit before it reports that.
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    actions.handleSignedOut();
    await vi.waitFor(() =>
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/super-admin/organizations', { replace: true }),
    );
    expect(events).toMatchObject([{ type: 'loaded', login: { status: 'signed-in' } }]);
    expect(readEmulation()).toBeNull();
  });

  test('returns by itself when the hour is over, once', async () => {
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    storeEmulation('inside', emulation);
    answerAsServer();
    const { actions, navigate } = setUp();
    actions.endVisit();
    actions.endVisit();
    expect(readTokens()).toEqual({ access: 'own', refresh: 'own-refresh' });
    await vi.waitFor(() =>
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/super-admin/organizations', { replace: true }),
    );
  });
});
