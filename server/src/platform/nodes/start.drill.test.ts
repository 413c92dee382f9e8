import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPushKey } from '#platform/push-key.ts';
import { cloneDatabase } from '#testing/database.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';
import { startServerProcess } from '#testing/server-process.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;
let folder = '';

beforeAll(async () => {
  database = await cloneDatabase('cast');
  proxy = await openDatabaseProxy(database.url);
  folder = mkdtempSync(join(tmpdir(), 'spotter-start-'));
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const pushKey = newPushKey();
const secret = 'a secret of at least thirty-two characters';

const startProcess = (token: string, dataFolder = folder) =>
  startServerProcess({ DATA_DIR: dataFolder, DATABASE_URL: proxy.url, TOKEN_SECRET: token, PUSH_KEY: pushKey });

test('waits for a database that is away, alive and not ready, then serves; another secret or data folder is refused', async () => {
  await proxy.cut();
  const node = await startProcess(secret);
  await expect.poll(() => node.get('/healthz')).toBe(200);
  expect(await node.get('/readyz')).toBe(503);
  expect(await node.get('/api/v1/auth/providers/')).toBe(503);
  await expect.poll(() => node.said()).toContain('this process waits and is not ready');

  await proxy.giveBack();
  await expect.poll(() => node.get('/readyz')).toBe(200);

  const stranger = await startProcess('another secret of at least thirty-two characters');
  expect(await stranger.ended).toBe(1);
  expect(stranger.said()).toMatch(/^TOKEN_SECRET must be the same on every process [^\n]*\n$/);
  const apart = await startProcess(secret, join(folder, 'own'));
  expect(await apart.ended).toBe(1);
  expect(apart.said()).toMatch(/^The other processes keep their files elsewhere than in the folder [^\n]*\n$/);
  expect(await node.get('/readyz')).toBe(200);
  node.end();
  expect(await node.ended).toBe(0);
});
