import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { cloneDatabase } from '#testing/database.ts';
import { writeWebBuild } from '#testing/web-build.ts';
import { registerWebApp } from './web-app.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let reads = 0;
beforeAll(async () => {
  database = await cloneDatabase('empty');
  connection = connect(database.url, { max: 4, onError: () => {} });
  connection.pool.on('acquire', () => {
    reads += 1;
  });
});
beforeEach(() => connection.db.deleteFrom('web_builds').execute());
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Builds a release, and starts a node with it that shares nothing with the others but the database. */
async function startNode(version: number) {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeWebBuild(folder, {
    'app.html': `<html><head></head><body>${version}</body></html>`,
    [`assets/page-0000000${version}.js`]: `version ${version}`,
    [`assets/page-0000000${version}.js.br`]: `compressed ${version}`,
    [`assets/part/inner-0000000${version}.css`]: `inner ${version}`,
    'assets/same-00000000.js': 'same in all',
    'assets/notes.txt': `notes ${version}`,
  });
  const app = fastify();
  onTestFinished(() => app.close());
  await registerWebApp(app, { folder, db: connection.db, publicUrl: 'https://spotter.example' });
  return async (name: string, encoding = 'identity') => {
    const url = name.startsWith('/') ? name : `/assets/${name}`;
    const { statusCode, body, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    return statusCode === 200 ? [body, headers['content-type'], headers['cache-control']] : statusCode;
  };
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const script = (text: string) => [text, 'application/javascript; charset=utf-8', FOR_EVER];

test('nodes of two builds serve the hashed files of both, while a release goes from one to the other', async () => {
  const old = await startNode(1);
  expect(await old('page-00000002.js')).toBe(404);
  const fresh = await startNode(2);
  for (const node of [old, fresh])
    for (const version of [1, 2]) {
      // The old node may have looked less than a second ago.
      await expect.poll(() => node(`page-0000000${version}.js`)).toEqual(script(`version ${version}`));
      expect((await node(`page-0000000${version}.js`, 'br')) as string[]).toContain(`compressed ${version}`);
      expect(await node(`part/inner-0000000${version}.css`)).toEqual([
        `inner ${version}`,
        'text/css; charset=utf-8',
        FOR_EVER,
      ]);
      expect(await node('same-00000000.js')).toEqual(script('same in all'));
    }
  expect((await fresh('/login')) as string[]).toContain('<html><head></head><body>2</body></html>');
});

test('keeps three builds, of which one that starts again is the newest', async () => {
  for (const version of [1, 2, 3, 1]) await startNode(version);
  const node = await startNode(4);
  expect(await node('page-00000001.js')).toEqual(script('version 1'));
  expect(await node('page-00000003.js')).toEqual(script('version 3'));
  expect(await node('page-00000002.js')).toBe(404);
});

test('names that nobody published cost next to nothing, and nothing without a hash is looked for', async () => {
  await startNode(1);
  const node = await startNode(2);
  await node('page-aaaaaaaa.js');
  reads = 0;
  const names = Array.from({ length: 50 }, (_, n) => `page-aaaaaa${10 + n}.js`);
  expect(new Set(await Promise.all(names.map((name) => node(name))))).toEqual(new Set([404]));
  expect(await node('notes.txt')).not.toBe(404);
  for (const name of ['plain.js', 'page-00000001.php', 'part/']) expect(await node(name), name).toBe(404);
  expect(reads).toBeLessThan(5);
});

test('two nodes of one build that start together publish it once', async () => {
  await Promise.all([startNode(5), startNode(5), startNode(6)]);
  const { count } = connection.db.fn;
  const assets = await connection.db
    .selectFrom('web_assets')
    .select(count<number>('name').as('number'))
    .executeTakeFirstOrThrow();
  expect(Number(assets.number)).toBe(6);
});
