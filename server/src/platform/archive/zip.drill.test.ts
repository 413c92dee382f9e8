import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#testing/formats/zips.ts';
import { createZip } from './zip-writer.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spotter-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const pathOf = (name: string) => join(folder, `${name}.zip`);

test('a zip file keeps the order of many files, packed or stored', async () => {
  const contents = Array.from({ length: 3_000 }, (_, n): [string, Buffer] => [
    `photos/${n}.png`,
    Buffer.from(String(n)),
  ]);
  const path = pathOf('many');
  const writer = createZip(path);
  for (const [index, [name, content]] of contents.entries())
    await (index % 3 === 0 ? writer.add(name, Readable.from([content])) : writer.addStored(name, content));
  await writer.finish();
  expect([...(await unzip(path))]).toEqual(contents);
});

test('a zip file is written without keeping its contents in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const writer = createZip(pathOf('photos'));
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 50; n++) await writer.addStored(`photos/${n}.png`, Buffer.alloc(1_000_000));
  await writer.finish();
  // What is collected is given back a little later.
  const kept = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(kept).toBeLessThan(20_000_000);
  // Still in use until here, with its list of contents.
  expect(writer).toBeDefined();
});
