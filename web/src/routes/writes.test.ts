import { expect, test } from 'vitest';
import { allWrites } from './writes.ts';

const sources = import.meta.glob<string>(['../{features,platform}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const modules = import.meta.glob<object>(['../{features,platform}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}']);

const isWrite = (value: unknown): value is { name: string } =>
  value instanceof Object && 'scope' in value && 'words' in value && 'failureText' in value;

/** What files export that make a write, or a chat, which brings one. */
async function writesInFiles() {
  const files = Object.keys(sources).filter((file) => /write[.]ts|createChat/.test(sources[file] ?? ''));
  const loaded = await Promise.all(files.map((file) => modules[file]?.()));
  const exported = loaded.flatMap((one) => Object.values(one ?? {}) as unknown[]);
  const inside = exported.flatMap((one) => (one instanceof Object ? (Object.values(one) as unknown[]) : []));
  return [...exported, ...inside].filter(isWrite);
}

test('every write is listed, so that one that waits is known after a reload', async () => {
  const found = (await writesInFiles()).map(({ name }) => name);
  expect(found.sort()).toEqual(Object.keys(allWrites).sort());
});
