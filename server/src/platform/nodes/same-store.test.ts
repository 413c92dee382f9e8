import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import type { FileSettings } from '#platform/files/open-files.ts';
import { cloneDatabase } from '#testing/database.ts';
import { startS3 } from '#testing/hosts/s3.ts';
import { agreeOnStore, changeStore } from './same-store.ts';
import { agreeOnKeys, changeKeys } from './shared-keys.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  database = await cloneDatabase('empty');
  connection = connect(database.url, { max: 4, onError: () => {} });
  s3 = await startS3();
});
beforeEach(() => connection.db.deleteFrom('keys_in_use').execute());
afterAll(async () => {
  await s3.stop();
  await connection.close();
  await database.drop();
});

async function newFolder(): Promise<FileSettings> {
  const folder = await mkdtemp(join(tmpdir(), 'spotter-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { DATA_DIR: folder } as FileSettings;
}
const start = (settings: FileSettings) => agreeOnStore(connection.db, settings);
const nothing = async () => {};

test('a process with a data folder of its own is refused, one with the same folder is not', async () => {
  const [shared, other] = [await newFolder(), await newFolder()];
  await Promise.all([start(shared), start(shared)]);
  await expect(start(other)).rejects.toThrow(
    /^The other processes keep their files elsewhere than in the folder .*S3_URL/,
  );
  // It has left nothing there that would let it in the next time.
  await expect(start(other)).rejects.toThrow(/elsewhere/);
  await start(shared);
});

test('processes on one bucket need no common folder', async () => {
  const [a, b] = [await newFolder(), await newFolder()];
  await start({ ...a, ...s3.settings });
  await start({ ...b, ...s3.settings });
  await expect(start(a)).rejects.toThrow(/elsewhere/);
});

test('while files move, a process on the bucket needs the folder; afterwards nobody uses it', async () => {
  const [shared, other] = [await newFolder(), await newFolder()];
  await start(shared);
  await expect(start({ ...other, ...s3.settings })).rejects.toThrow(/elsewhere than in the bucket/);
  await start({ ...shared, ...s3.settings });
  await start(shared);
  await changeStore(connection.db, { ...shared, ...s3.settings }, nothing);
  await start({ ...other, ...s3.settings });
  await expect(start(shared)).rejects.toThrow(/--finish/);
});

test('new keys leave the store as it is', async () => {
  const [shared, other] = [await newFolder(), await newFolder()];
  const keys = { TOKEN_SECRET: 'one', PUSH_KEY: 'two' };
  await start(shared);
  await agreeOnKeys(connection.db, keys);
  await changeKeys(connection.db, { ...keys, PUSH_KEY: 'three' });
  await expect(start(other)).rejects.toThrow(/elsewhere/);
});
