import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore, type FileStore, newFileKey } from '#platform/file-store.ts';
import { noLimits } from '#platform/limits.ts';
import { registerFiles } from './files.routes.ts';
import { createFileSender } from './send-file.ts';

let parent: string;
let store: FileStore;
const app = fastify();
const picture = Buffer.from('not really a picture');

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'spotter-files-'));
  store = createFolderStore(join(parent, 'files'));
  registerFiles(app, { sendFile: createFileSender(store), limits: noLimits, reach: (work) => work });
  await writeFile(join(parent, 'secret.png'), 'kept apart');
});
afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

it('says so when the folder cannot be used', async () => {
  const broken = createFolderStore(join(parent, 'secret.png'));
  const key = newFileKey('image/png');
  await expect(broken.put(key, picture, 'image/png')).rejects.toMatchObject({ code: 'unavailable' });
  const reads = [broken.get(key), broken.sizeOf(key), broken.open(key)];
  await Promise.all(reads.map((read) => expect(read).rejects.toMatchObject({ code: 'unavailable' })));
});

const ways_out = [
  '../secret.png',
  '..%2fsecret.png',
  '%2e%2e/secret.png',
  '..\\secret.png',
  '/etc/passwd',
  'a/../../secret.png',
  'secret.png',
  '',
  '.',
  '..',
  '\0',
  `${'0'.repeat(32)}.png/../../../secret.png`,
  `${'0'.repeat(32)}.svg`,
  `${'0'.repeat(32)}.png\n`,
];

describe('file store', () => {
  it('returns a stored file until it is removed', async () => {
    const key = newFileKey('image/png');
    await store.put(key, picture, 'image/png');
    expect(await store.get(key)).toEqual({ body: picture, contentType: 'image/png', bytes: picture.length });
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  it('leaves no unfinished file behind', async () => {
    const key = newFileKey('image/webp');
    await store.put(key, picture, 'image/webp');
    expect(await readdir(join(parent, 'files', key.slice(0, 2)))).toEqual([key]);
  });

  it.each(ways_out)('finds, writes and removes nothing at %j', async (key) => {
    expect(await store.get(key)).toBeNull();
    await expect(store.put(key, picture, 'image/png')).rejects.toThrow('file key');
    await store.remove(key);
    expect(await readFile(join(parent, 'secret.png'), 'utf8')).toBe('kept apart');
  });

  it('refuses a key of another file type', async () => {
    await expect(store.put(newFileKey('image/png'), picture, 'image/jpeg')).rejects.toThrow('file key');
  });
});

describe('/files/', () => {
  it('serves a file with its own type, sandboxed and cacheable forever', async () => {
    const key = newFileKey('image/jpeg');
    await store.put(key, picture, 'image/jpeg');
    const answer = await app.inject(`/files/${key}`);
    expect(answer.rawPayload).toEqual(picture);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      // A mail in a browser is another site.
      'cross-origin-resource-policy': 'cross-origin',
    });
    const again = await app.inject({ url: `/files/${key}`, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await app.inject({ method: 'HEAD', url: `/files/${key}` });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(picture.length), '']);
  });

  it.each(ways_out.filter((key) => !key.includes('\0')))('stays inside its folder for %j', async (key) => {
    const answer = await app.inject(`/files/${key}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('kept apart');
  });

  it.each([
    ['bytes=0-2', 206, 'bytes 0-2/20', 'not'],
    ['bytes=11-', 206, 'bytes 11-19/20', 'a picture'],
    ['bytes=-7', 206, 'bytes 13-19/20', 'picture'],
    ['bytes=4-99', 206, 'bytes 4-19/20', 'really a picture'],
    ['bytes=20-', 416, 'bytes */20', ''],
    ['bytes=5-4', 416, 'bytes */20', ''],
    ['bytes=-', 200, undefined, 'not really a picture'],
    ['bytes=0-1,4-5', 200, undefined, 'not really a picture'],
    ['lines=1-2', 200, undefined, 'not really a picture'],
  ])('answers the range %s with %i', async (range, status, contentRange, body) => {
    const key = newFileKey('image/jpeg');
    await store.put(key, picture, 'image/jpeg');
    const answer = await app.inject({ url: `/files/${key}`, headers: { range } });
    expect([answer.statusCode, answer.headers['content-range'], answer.payload]).toEqual([status, contentRange, body]);
  });
});
