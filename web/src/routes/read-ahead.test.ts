import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeSignIn } from '#platform/api/tokens.ts';
import { answerWith } from '../testing/answers.ts';
import { readAhead } from './read-ahead.ts';

const gym = { id: 'g1', name: 'Iron', organization_id: 'o1', timezone: 'Europe/Berlin' } as Parameters<
  typeof readAhead
>[1];
const ana = { id: 'ana', is_demo_user: false };
const tokenOf = (userId: string) => `x.${btoa(JSON.stringify({ sub: userId }))}.x`;

function setUp() {
  let atOnce = 0;
  let most = 0;
  const requests = answerWith(async ({ path }) => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve));
    atOnce--;
    const results = /^\/(sessions|conversations)\/($|\?)/.test(path)
      ? ['1', '2'].map((id) => ({ id, participants: [], last_seq: 0 }))
      : [];
    return Response.json({ results, count: results.length, next: null, previous: null, weekly: [], overrides: [] });
  });
  return {
    requests,
    paths: () => requests.flatMap(({ method, path }) => (method === 'GET' ? path.split('?')[0] : [])),
    most: () => most,
  };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  storeSignIn({ access: tokenOf('ana'), refresh: null });
});

test('reads every place once a day, few calls at a time', async () => {
  const { requests, paths, most } = setUp();
  await readAhead(new QueryClient(), gym, ana);
  expect(new Set(paths())).toEqual(
    new Set([
      '/sessions/',
      '/organizations/o1/operating-hours/',
      '/organizations/o1/schedule-overrides/',
      '/friends/',
      '/friends/requests/',
      '/notifications/',
      '/users/me/preferences/',
      '/sessions/1/',
      '/sessions/2/',
      '/sessions/1/messages/',
      '/sessions/2/messages/',
      '/conversations/',
      '/conversations/1/messages/',
      '/conversations/2/messages/',
    ]),
  );
  // The two parts of the opening hours go together.
  expect(most()).toBeLessThanOrEqual(2);
  const before = requests.length;
  await readAhead(new QueryClient(), gym, ana);
  expect(requests).toHaveLength(before);
});

test('reads nothing on a network that the member wants to spare', async () => {
  vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } });
  const { requests } = setUp();
  await readAhead(new QueryClient(), gym, ana);
  expect(requests).toEqual([]);
});

test('reads nothing for a member who is no longer signed in', async () => {
  const { requests } = setUp();
  storeSignIn({ access: tokenOf('ben'), refresh: null });
  await readAhead(new QueryClient(), gym, ana);
  expect(requests).toEqual([]);
  expect(localStorage.getItem('read-ahead')).toBeNull();
});

test('reads nothing for the visitor of a demo, whose calls tell what was tried', async () => {
  const { requests } = setUp();
  await readAhead(new QueryClient(), gym, { ...ana, is_demo_user: true });
  expect(requests).toEqual([]);
});
