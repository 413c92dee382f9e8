import { beforeEach, expect, test, vi } from 'vitest';
import { clearStore, endStore, storeEntry, WRITTEN } from '#platform/offline/kept-store.ts';
import { clearLocalStorage } from '#platform/theme/last-organization.ts';
import { browser } from './device.ts';
import type { Entry } from './write.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
const disk = vi.hoisted(() => ({ answer: (): Promise<void> | undefined => undefined }));
vi.mock('idb-keyval', async () => {
  const idb = (await import('../../testing/idb-map.ts')).idbOver(stored);
  return { ...idb, set: async (...entry: Parameters<typeof idb.set>) => disk.answer() ?? idb.set(...entry) };
});

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

/** The page ends before the database has stored anything. */
async function writeAndEnd(...entries: Entry[]) {
  disk.answer = () => new Promise(() => {});
  for (const entry of entries) void store.put(entry);
  disk.answer = () => undefined;
}

beforeEach(async () => {
  stored.clear();
  localStorage.clear();
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

test('takes over what a page had no time to store, for the member who wrote it', async () => {
  const [before, hers, his] = [entryOf('ana'), entryOf('ana', { input: { content: 'Hi' } }), entryOf('ben')];
  await writeAndEnd(before);
  await store.open('ana');
  await writeAndEnd(hers);
  expect(await store.all('ana')).toEqual([before, hers]);
  await store.remove(before);
  await store.open('ben');
  await writeAndEnd(his);
  expect([await idsOf('ana'), await idsOf('ben')]).toEqual([[hers.id], [his.id]]);
  await store.open('ana');
  expect([await store.all('ana'), await idsOf('ben'), localStorage.length]).toEqual([[hers], [his.id], 0]);
});

test('keeps it through a sign-in that ended, and deletes it at a sign-out', async () => {
  const entry = entryOf('ana');
  await writeAndEnd(entry);
  clearLocalStorage({ keepTexts: true });
  await endStore();
  expect(await idsOf('ana')).toEqual([entry.id]);
  clearLocalStorage();
  expect(await idsOf('ana')).toEqual([]);
});

test('keeps what a full disk refuses until there is room, and nothing twice', async () => {
  await store.open('ana');
  disk.answer = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
  const entry = entryOf('ana');
  expect([await store.put(entry), await idsOf('ana')]).toEqual([false, [entry.id]]);
  disk.answer = () => undefined;
  expect([await store.put(entry), await idsOf('ana'), localStorage.length]).toEqual([true, [entry.id], 0]);
});

test('copies neither files nor very long texts, and no more than a hundred entries', async () => {
  const withFile = entryOf('ana', { input: { photos: [new Blob(['a photo'])] } });
  await writeAndEnd(withFile, entryOf('ana', { input: 'x'.repeat(20_000) }));
  expect(localStorage).toHaveLength(0);
  await writeAndEnd(...Array.from({ length: 101 }, () => entryOf('ana')));
  expect(localStorage).toHaveLength(100);
});
