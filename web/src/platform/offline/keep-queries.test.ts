import { User } from '@spotter/contract/users/users.ts';
import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { loginKeys } from '#platform/api/login-keys.ts';
import { person } from '../../testing/answers.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', async () => (await import('../../testing/idb-map.ts')).idbOver(stored));

/** The app's modules as the page of this build starts them. */
async function startBuild(build: string) {
  document.head.innerHTML = `<meta name="build" content="${build}">`;
  vi.resetModules();
  return { ...(await import('./keep-queries.ts')), ...(await import('./kept-store.ts')) };
}
const me = person();
const keyOfMe = JSON.stringify([me.id, 'query-["me"]']);
const shapeOfUser = async () => User;

test('a new build starts without the answers of the last, opens with its sign-in, and keeps what is unsent', async () => {
  const one = await startBuild('one');
  const before = new QueryClient();
  for (const [key, data] of [
    [loginKeys.me, me],
    [['sessions'], ['Leg day']],
  ] as const) {
    before.setQueryDefaults(key, { meta: { kept: true } });
    before.setQueryData(key, data);
  }
  const stop = one.keepQueries(before, me.id);
  await vi.waitFor(() => expect(stored.size).toBe(2));
  stop();
  await one.storeWritten(me.id, 'write 1', 'Join Leg day');
  const again = new QueryClient();
  await one.recallQueries(again, me.id);
  expect(again.getQueryData(['sessions'])).toEqual(['Leg day']);

  const two = await startBuild('two');
  expect(await two.recallAnswer(me.id, loginKeys.me, shapeOfUser)).toMatchObject({ id: me.id });
  const kept = stored.get(keyOfMe) as PersistedQuery;
  stored.set(keyOfMe, { ...kept, state: { ...kept.state, data: { ...me, first_name: undefined } } });
  expect(await two.recallAnswer(me.id, loginKeys.me, shapeOfUser)).toBeUndefined();
  const after = new QueryClient();
  await two.recallQueries(after, me.id);
  expect(after.getQueryData(['sessions'])).toBeUndefined();
  two.keepQueries(after, me.id);
  expect(await two.storedWritten(me.id, 'write ')).toEqual(['Join Leg day']);
});
