import { request } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileStore, newFileKey } from '#platform/file-store.ts';
import { noLimits } from '#platform/limits.ts';
import { startS3 } from '#testing/hosts/s3.ts';
import { openS3Proxy } from '#testing/hosts/s3-proxy.ts';
import { registerFiles } from './files.routes.ts';
import { createS3Store } from './s3-store.ts';
import { createFileSender } from './send-file.ts';

let app: FastifyInstance;
afterEach(() => app.close());

function serve(store: FileStore, settings?: Parameters<typeof createFileSender>[1]) {
  app = fastify();
  registerFiles(app, { sendFile: createFileSender(store, settings), limits: noLimits, reach: (work) => work });
}

describe('files of a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let proxy: Awaited<ReturnType<typeof openS3Proxy>>;
  const picture = Buffer.alloc(300_000, 'picture');
  const key = newFileKey('image/webp');
  beforeAll(async () => {
    s3 = await startS3();
    await createS3Store(s3.settings).put(key, picture, 'image/webp');
  });
  afterAll(() => s3.stop());
  beforeEach(async () => {
    proxy = await openS3Proxy(s3.settings);
    serve(createS3Store(proxy.settings));
    return () => proxy.close();
  });

  it('are read once, as they are', async () => {
    const answer = await app.inject(`/files/${key}`);
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '300000']);
    expect(answer.rawPayload.equals(picture)).toBe(true);
    expect(proxy.seen).toEqual([{ method: 'GET', bytes: 300_000 }]);
  });

  it('are not read for HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url: `/files/${key}` });
    expect([answer.statusCode, answer.headers['content-length'], answer.payload]).toEqual([200, '300000', '']);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', etag: `"${key}"`, 'accept-ranges': 'bytes' });
    expect(proxy.seen).toEqual([{ method: 'HEAD', bytes: 0 }]);
  });

  it.each([
    ['bytes=0-2', 206, 'bytes 0-2/300000', 'pic', 3],
    ['bytes=299990-', 206, 'bytes 299990-299999/300000', picture.subarray(299_990).toString(), 10],
    ['bytes=-4', 206, 'bytes 299996-299999/300000', picture.subarray(299_996).toString(), 4],
  ])('are read in part for %s', async (range, status, contentRange, payload, bytes) => {
    const answer = await app.inject({ url: `/files/${key}`, headers: { range } });
    expect([answer.statusCode, answer.headers['content-range'], answer.payload]).toEqual([
      status,
      contentRange,
      payload,
    ]);
    expect(answer.headers['content-length']).toBe(String(bytes));
    expect(proxy.seen).toEqual([
      { method: 'HEAD', bytes: 0 },
      { method: 'GET', bytes },
    ]);
  });

  it('are not read for a part that they do not have', async () => {
    const answer = await app.inject({ url: `/files/${key}`, headers: { range: 'bytes=300000-' } });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */300000']);
    expect(proxy.seen).toEqual([{ method: 'HEAD', bytes: 0 }]);
  });

  it.each([{ method: 'GET' }, { method: 'HEAD' }, { method: 'GET', headers: { range: 'bytes=0-1' } }] as const)(
    'are not found when there are none: %j',
    async (asked) => {
      const answer = await app.inject({ ...asked, url: `/files/${newFileKey('image/webp')}` });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, undefined]);
    },
  );

  it('can be asked for later when the bucket falls silent', async () => {
    const store = createS3Store(proxy.settings, 50);
    proxy.fallSilent();
    const asked = [store.open(key), store.open(key, { from: 0, to: 1 }), store.sizeOf(key), store.get(key)];
    await Promise.all(asked.map((answer) => expect(answer).rejects.toMatchObject({ code: 'unavailable' })));
  });
});

describe('files on their way', () => {
  let opened: PassThrough[];
  const key = newFileKey('image/webp');
  const store = {
    async open() {
      const stream = new PassThrough();
      stream.write('begun');
      opened.push(stream);
      return { stream: stream as Readable, bytes: 10 };
    },
  } as unknown as FileStore;
  beforeEach(() => {
    opened = [];
  });

  const ask = (remoteAddress: string) => app.inject({ url: `/files/${key}`, remoteAddress });
  const openedAtLeast = (count: number) => vi.waitFor(() => expect(opened.length).toBeGreaterThanOrEqual(count));

  it('are few for one network, and more for others', async () => {
    serve(store, { mostPerLane: 2 });
    const answers = ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'].map(ask);
    await openedAtLeast(3);
    expect(opened).toHaveLength(3);
    opened[0]?.end('ended');
    await openedAtLeast(4);
    for (const stream of opened.slice(1)) stream.end('ended');
    const statuses = (await Promise.all(answers)).map(({ statusCode, payload }) => [statusCode, payload]);
    expect(statuses).toEqual(Array(4).fill([200, 'begunended']));
  });

  /** Asks over a socket, and resolves with the first bytes. */
  async function begin() {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const asked = request(`${address}/files/${key}`).end();
    const first = await new Promise((resolve) =>
      asked.on('response', (answer) => answer.on('error', () => {}).once('data', resolve)),
    );
    return { asked, first: String(first) };
  }

  it('begin to arrive before they are read to their end, and are let go with their reader', async () => {
    serve(store);
    const { asked, first } = await begin();
    expect(first).toBe('begun');
    asked.destroy();
    await vi.waitFor(() => expect(opened[0]?.destroyed).toBe(true));
  });

  it('end at last, however slowly they are read', async () => {
    serve(store, { longestMs: 50 });
    const { asked } = await begin();
    await new Promise((resolve) => asked.once('close', resolve));
    await vi.waitFor(() => expect(opened[0]?.destroyed).toBe(true));
  });
});
