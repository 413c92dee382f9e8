import { beforeEach, expect, test, vi } from 'vitest';
import { answerWith, gymConfig, person } from '../../testing/answers.ts';
import { readTokens, storeSignIn } from '../api/tokens.ts';
import { loadLogin } from './load-login.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSignIn({ access: 'access', refresh: 'refresh' });
});

const paths = (requests: { path: string }[]) => requests.map(({ path }) => path).toSorted();

test('loads user, config and home in one call', async () => {
  const home = { cursor: '7', user: person(), gym_config: gymConfig, gym_id: null };
  const requests = answerWith(({ path }) => (path === '/home/' ? Response.json(home) : undefined));
  expect(await loadLogin({ withHome: true })).toEqual({
    status: 'signed-in',
    user: home.user,
    gymConfig,
    liveFrom: '7',
    home,
  });
  expect(paths(requests)).toEqual(['/home/']);
});

test('loads the user alone until they have a password of their own', async () => {
  const user = person({ must_change_password: true });
  const refused = { error: 'Please choose your own password first.', code: 'password_change_required' };
  const requests = answerWith(({ path }) =>
    path === '/users/me/' ? Response.json(user) : Response.json(refused, { status: 403 }),
  );
  expect(await loadLogin({ withHome: true })).toEqual({ status: 'signed-in', user, gymConfig: null });
  expect(paths(requests)).toEqual(['/home/', '/users/me/']);
});

test("loads user and config by themselves when home's call fails", async () => {
  const requests = answerWith(({ path }) => {
    if (path === '/home/') return Response.json({ error: 'Something went wrong.', code: 'internal' }, { status: 500 });
    if (path === '/users/me/') return Response.json(person());
    return path === '/gym/config/' ? Response.json(gymConfig) : undefined;
  });
  expect(await loadLogin({ withHome: true })).toMatchObject({ status: 'signed-in', user: person(), gymConfig });
  expect(paths(requests)).toEqual(['/events/cursor/', '/gym/config/', '/home/', '/users/me/']);
});

test.each([429, 500, 502, 503, 504, 511])(
  'keeps the sign-in and what is stored when the start answers %i',
  async (status) => {
    localStorage.setItem('spotter:kept', 'yes');
    answerWith(() => new Response('Not now', { status }));
    expect(await loadLogin({ withHome: true })).toEqual({ status: 'unreachable' });
    expect(readTokens()).not.toBeNull();
    expect(localStorage.getItem('spotter:kept')).toBe('yes');
  },
);

test('ends a sign-in that the server refuses, and keeps one that it cannot check', async () => {
  const requests = answerWith(() => Response.json({ error: 'Sign in again.', code: 'token_invalid' }, { status: 401 }));
  expect(await loadLogin({ withHome: true })).toEqual({ status: 'signed-out' });
  expect(readTokens()).toBeNull();
  expect(paths(requests)).not.toContain('/users/me/');

  storeSignIn({ access: 'access', refresh: 'refresh' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await loadLogin({ withHome: true })).toEqual({ status: 'unreachable' });
  expect(readTokens()).not.toBeNull();
});
