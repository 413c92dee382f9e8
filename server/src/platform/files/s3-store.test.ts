import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore, newFileKey } from '#platform/file-store.ts';
import { createLogger } from '#platform/log.ts';
import { startS3 } from '#testing/hosts/s3.ts';
import { copyFiles, followFolder, leaveFolder } from './move-files.ts';
import { clearMoved } from './moved-files.ts';
import { type FileSettings, localFolder, movedFolder, openFiles } from './open-files.ts';
import { createS3Store } from './s3-store.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13]);

describe('files in a bucket', () => {
  it('are read by every node as soon as one has written them, until one removes them', async () => {
    const [a, b] = [createS3Store(s3.settings), createS3Store(s3.settings)];
    const key = newFileKey('image/png');
    await a.put(key, picture, 'image/png');
    expect(await b.get(key)).toEqual({ body: picture, contentType: 'image/png', bytes: picture.length });
    await b.remove(key);
    await b.remove(key);
    expect(await a.get(key)).toBeNull();
  });

  it.each(['../secret.png', 'exports/1.zip', '', `${'0'.repeat(32)}.svg`])('are not at %j', async (key) => {
    const store = createS3Store(s3.settings);
    expect(await store.get(key)).toBeNull();
    await expect(store.put(key, picture, 'image/png')).rejects.toThrow('file key');
    await store.remove(key);
  });

  it.each([
    ['refuses the key', () => ({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'another secret' })],
    ['is away', () => ({ ...s3.settings, S3_URL: 'http://127.0.0.1:9/spotter' })],
    ['has no such bucket', () => ({ ...s3.settings, S3_URL: s3.settings.S3_URL?.replace('/spotter', '/another') })],
  ])('can be asked for later when the store %s', async (_, settings) => {
    const store = createS3Store(settings());
    const key = newFileKey('image/png');
    await expect(store.put(key, picture, 'image/png')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('moving a data folder into a bucket', () => {
  let settings: FileSettings;
  let rows: string[];
  const keys = async () => rows;
  const folder = () => createFolderStore(localFolder(settings));
  const add = async () => {
    const key = newFileKey('image/png');
    await folder().put(key, Buffer.from(key), 'image/png');
    rows.push(key);
    return key;
  };
  let turn = Promise.resolve();
  const alone = (work: () => Promise<void>) => {
    turn = turn.then(work);
    return turn;
  };
  const inBucket = async (key: string) => (await createS3Store(settings).get(key))?.body.toString() ?? null;

  beforeEach(async () => {
    rows = [];
    settings = { ...s3.settings, DATA_DIR: await mkdtemp(join(tmpdir(), 'spotter-move-')) };
    return () => rm(settings.DATA_DIR, { recursive: true });
  });

  it('copies what is new each time, and takes back what was deleted since', async () => {
    const [kept, deleted] = [await add(), await add()];
    expect(await copyFiles({ settings, keys })).toEqual({ added: 2, removed: 0 });
    rows = [kept];
    await folder().remove(deleted);
    const later = await add();
    expect(await copyFiles({ settings, keys })).toEqual({ added: 1, removed: 1 });
    expect(await Promise.all([kept, deleted, later].map(inBucket))).toEqual([kept, null, later]);
  });

  it('copies again what is noted as copied and is not in the bucket', async () => {
    const key = await add();
    await copyFiles({ settings, keys });
    await createS3Store(settings).remove(key);
    expect(await copyFiles({ settings, keys })).toEqual({ added: 1, removed: 0 });
    expect(await inBucket(key)).toBe(key);
  });

  it('takes back what is deleted while it runs', async () => {
    const key = await add();
    const answers = [[key], []];
    expect(await copyFiles({ settings, keys: async () => answers.shift() ?? [] })).toEqual({ added: 1, removed: 1 });
    expect(await inBucket(key)).toBeNull();
  });

  describe('leaves the folder aside', () => {
    const inMoved = async (key: string) => (await createFolderStore(movedFolder(settings)).get(key)) !== null;
    const leave = () => leaveFolder({ settings, keys, alone });

    it('without the photos that are deleted later, here or elsewhere', async () => {
      const [kept, deletedHere, deletedElsewhere] = [await add(), await add(), await add()];
      await leave();
      await openFiles(settings).remove(deletedHere);
      expect([await inMoved(kept), await inMoved(deletedHere)]).toEqual([true, false]);
      rows = [kept];
      await clearMoved({ settings, keys, now: new Date() });
      expect([await inMoved(kept), await inMoved(deletedElsewhere)]).toEqual([true, false]);
    });

    it('for a week', async () => {
      const key = await add();
      await leave();
      const after = (days: number) => new Date(Date.now() + days * 86_400_000);
      await clearMoved({ settings, keys, now: after(6.9) });
      expect(await inMoved(key)).toBe(true);
      await clearMoved({ settings, keys, now: after(7.1) });
      expect(existsSync(movedFolder(settings))).toBe(false);
      expect(await inBucket(key)).toBe(key);
    });
  });

  it('lets processes on the folder and on the bucket read each other until the last step', async () => {
    const [onFolder, onBucket] = [openFiles({ DATA_DIR: settings.DATA_DIR } as FileSettings), openFiles(settings)];
    const early = await add();
    await followFolder({ settings, keys, log: createLogger('silent') });
    const [there, here] = [newFileKey('image/png'), newFileKey('image/png')];
    await onFolder.put(there, picture, 'image/png');
    await onBucket.put(here, picture, 'image/png');
    rows.push(there, here);
    for (const store of [onFolder, onBucket])
      for (const key of [early, there, here]) {
        expect(await store.sizeOf(key), key).toBe((await store.get(key))?.bytes);
        expect((await store.open(key))?.stream.destroy()).toBeDefined();
      }
    await onBucket.remove(early);
    expect(await onFolder.get(early)).toBeNull();
    rows.shift();

    // Two processes that do it at once, and one that comes later.
    await Promise.all([1, 2].map(() => leaveFolder({ settings, keys, alone })));
    await leaveFolder({ settings, keys, alone });
    expect(existsSync(localFolder(settings))).toBe(false);
    expect(await Promise.all([there, here].map(inBucket))).toEqual(Array(2).fill(picture.toString()));
    expect((await createFolderStore(movedFolder(settings)).get(there))?.body).toEqual(picture);
  });

  it('keeps the copy of the week when a folder was made again', async () => {
    const first = await add();
    await leaveFolder({ settings, keys, alone });
    const second = await add();
    await leaveFolder({ settings, keys, alone });
    expect(existsSync(localFolder(settings))).toBe(false);
    expect((await createFolderStore(movedFolder(settings)).get(first))?.body.toString()).toBe(first);
    expect(await inBucket(second)).toBe(second);
  });

  it('brings over what came late, and nothing that is deleted comes back', async () => {
    const early = await add();
    await copyFiles({ settings, keys });
    const late = await add();
    await leaveFolder({ settings, keys, alone });
    expect(await Promise.all([early, late].map(inBucket))).toEqual([early, late]);
    expect((await openFiles(settings).get(late))?.body.toString()).toBe(late);
    await openFiles(settings).remove(late);
    await followFolder({ settings, keys, log: createLogger('silent') });
    expect(await inBucket(late)).toBeNull();
  });
});
