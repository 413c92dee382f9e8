import type { LiveEvent } from '@spotter/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/app.ts';
import type { Client } from '../../server/src/testing/client.ts';
import { notificationsQuery, unreadCountQuery } from '../../web/src/features/notifications/notifications.queries.ts';
import { loginsQuery, preferencesQuery } from '../../web/src/features/users/users.queries.ts';
import { api } from '../../web/src/platform/api/api.ts';
import { openLiveStream } from '../../web/src/platform/realtime/live-stream.ts';
import { sessionKeys } from '../../web/src/platform/session/session.tsx';
import { storeSignIn } from '../../web/src/platform/storage/local-keys.ts';
import { applyLiveEvent } from '../../web/src/routes/live.ts';

let app: TestApp;
let address: string;
const nodeFetch = globalThis.fetch;

beforeAll(async () => {
  app = await startTestApp();
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => nodeFetch(new URL(path, address), init));
});
afterAll(() => app.stop());
beforeEach(() => vi.stubGlobal('localStorage', createStorage()));

/** As much of a browser's storage as the sign-in needs. */
function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** What a tab shows: each is on the screen, so that an event that makes it stale has it read anew. */
const shown = () => [
  { queryKey: sessionKeys.me, queryFn: () => api.getMe() },
  { queryKey: sessionKeys.gymConfig, queryFn: () => api.getGymConfig() },
  preferencesQuery(),
  loginsQuery(),
  unreadCountQuery(),
  notificationsQuery(),
];

async function openTab() {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const seen: string[] = [];
  const opened = Promise.withResolvers<void>();
  const stream = openLiveStream({
    url: '/api/v1/events/',
    accessToken: () => JSON.parse(localStorage.getItem('auth') ?? '{}').access_token ?? null,
    renew: async () => 'ended',
    onStateChange: (state) => state === 'open' && opened.resolve(),
    onMessage: ({ type, data }) => {
      seen.push(type);
      applyLiveEvent(queryClient, { type, data } as LiveEvent);
    },
  });
  await opened.promise;
  const observers = shown().map((options) => new QueryObserver(queryClient, options as never).subscribe(() => {}));
  await settled(queryClient);
  return {
    queryClient,
    seen,
    close() {
      stream.close();
      for (const stop of observers) stop();
      queryClient.clear();
    },
  };
}

const settled = (queryClient: QueryClient) => expect.poll(() => queryClient.isFetching()).toBe(0);

const state = (queryClient: QueryClient) =>
  Object.fromEntries(shown().map(({ queryKey }) => [queryKey.join('/'), queryClient.getQueryData(queryKey as never)]));

async function fetchedAnew() {
  const fresh = new QueryClient();
  for (const options of shown()) await fresh.fetchQuery(options as never);
  return state(fresh);
}

type Change = { what: string; by: (other: Client, same: Client) => Promise<unknown>; says: string };

/** What can change a person's own tab: done on another device (`other`), or in a tab of the same sign-in (`same`). */
const changes: Change[] = [
  {
    what: 'a new name',
    says: 'me.updated',
    by: (other) => other.updateMe({ body: { first_name: 'Annie', bio: 'Deadlifts.' } }),
  },
  {
    what: 'another default gym and zone',
    says: 'me.updated',
    by: (other) => other.updateMe({ body: { default_gym_id: null, timezone: 'Europe/Lisbon' } }),
  },
  {
    what: 'notification switches',
    says: 'me.updated',
    by: (other) => other.updateMyPreferences({ body: { notifications: { message: { push: false, email: true } } } }),
  },
  {
    what: 'a new password, which ends other sign-ins',
    says: 'me.updated',
    by: (_other, same) =>
      same.changePassword({ body: { current_password: 'iron bars and chalk dust', new_password: 'kettle bell nine' } }),
  },
  {
    what: 'another gym',
    says: 'me.updated',
    by: (other) => other.switchGym({ body: { gym_id: app.cast.gyms.fremantle } }),
  },
  {
    what: 'signing in somewhere else',
    says: 'me.updated',
    by: () => app.visitor.login({ body: { email: app.cast.ana.email, password: 'kettle bell nine' } }),
  },
  { what: 'the end of another sign-in', says: 'login.ended', by: (other) => other.logout({ body: {} }) },
];

for (const { what, by, says } of changes)
  test(`after ${what}, a tab that only heard of it shows what a new tab would`, async () => {
    const { cast, db } = app;
    await db
      .insertInto('user_gyms')
      .values({ organization_id: cast.organizations.ironHarbour, user_id: cast.ana.id, gym_id: cast.gyms.fremantle })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const other = await app.as(cast.ana);
    const mine = await app.tokenFor(cast.ana);
    storeSignIn({ access: mine, refresh: null });
    const tab = await openTab();
    const before = state(tab.queryClient);
    await by(other, app.with(mine));
    await expect.poll(() => tab.seen).toContain(says);
    await settled(tab.queryClient);
    const heard = state(tab.queryClient);
    expect(heard).toEqual(await fetchedAnew());
    expect(heard).not.toEqual(before);
    tab.close();
  });
