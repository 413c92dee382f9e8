import { beforeEach, expect, test, vi } from 'vitest';
import { clearStore, endStore, storeEntry, WRITTEN } from '#platform/offline/kept-store.ts';
import { browser } from './device.ts';
import type { Entry } from './write.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', async () => (await import('../../testing/idb-map.ts')).idbOver(stored));

const { store } = browser;
const DAY = 86_400_000;
let order = 0;
const entryOf = (owner: string, over: Partial<Entry> = {}): Entry => ({
  id: `${owner} ${++order}`,
  owner,
  name: 'sendMessage',
  scope: 'chat',
  words: 'Hello',
  input: {},
  order,
  writtenAt: new Date().toISOString(),
  state: 'waiting',
  ...over,
});
/** Writes as a member whose sign-in then ends without a sign-out. */
async function leaveBehind(owner: string, ...entries: Entry[]) {
  await store.open(owner);
  for (const entry of entries) await store.put(entry);
}
const idsOf = async (owner: string) => (await store.all(owner))?.map(({ id }) => id);

beforeEach(async () => {
  stored.clear();
  await clearStore();
});

test('keeps what a member could not send while others use the device, even if those sign out', async () => {
  const [hers, his] = [entryOf('ana'), entryOf('ben')];
  await leaveBehind('ana', hers);
  storeEntry('query-["sessions"]', 'what she read');
  await leaveBehind('ben', his);
  expect([...stored.keys()].filter((key) => key.includes('query'))).toEqual([]);
  expect([await idsOf('ana'), await idsOf('ben')]).toEqual([[hers.id], [his.id]]);
  await clearStore();
  expect([await idsOf('ana'), await idsOf('ben')]).toEqual([[hers.id], []]);
});

test('deletes photos that another member chose for a chat, and keeps them for the same member', async () => {
  await leaveBehind('ana', entryOf('ana'));
  storeEntry(`${WRITTEN}photos of conversation c1`, ['a photo']);
  const photos = () => [...stored.keys()].filter((key) => key.includes('photos of'));
  await endStore();
  await store.open('ana');
  expect(photos()).toHaveLength(1);
  await store.open('ben');
  expect([photos(), (await idsOf('ana'))?.length]).toEqual([[], 1]);
});

test('deletes it after two weeks, and the oldest of too much', async () => {
  const large = () => ({ content: 'x'.repeat(8_000_000) });
  const old = entryOf('ana', { writtenAt: new Date(Date.now() - 15 * DAY).toISOString() });
  const many = [1, 2, 3].map(() => entryOf('ana', { input: large() }));
  await leaveBehind('ana', old, ...many);
  expect(await idsOf('ana')).toHaveLength(4);
  await store.open('ben');
  expect(await idsOf('ana')).toEqual(many.slice(1).map(({ id }) => id));
  await leaveBehind('cleo', ...Array.from({ length: 210 }, () => entryOf('cleo')));
  await store.open('ben');
  expect([(await idsOf('ana'))?.length, (await idsOf('cleo'))?.length]).toEqual([0, 200]);
});

test('says at the next sign-in, once, how much of it was deleted, but not of marks', async () => {
  const writtenAt = new Date(Date.now() - 15 * DAY).toISOString();
  const marks = entryOf('ana', { writtenAt, isQuiet: true });
  await leaveBehind('ana', marks, entryOf('ana', { writtenAt }), entryOf('ana', { writtenAt }), entryOf('ana'));
  expect(await store.open('ben')).toBe(0);
  await clearStore();
  expect([await store.open('ana'), await store.open('ana')]).toEqual([2, 0]);
  expect(await idsOf('ana')).toHaveLength(1);
});
