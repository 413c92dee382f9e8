import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
let port = 0;
let socket: Socket;

beforeAll(async () => {
  port = Number(new URL(await app().http.listen({ port: 0, host: '127.0.0.1' })).port);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  socket.destroy();
});

/** Sends all of a request but the end of its body. */
async function begin(path: string, headers: Record<string, string>): Promise<void> {
  socket = connect(port, '127.0.0.1');
  // A reset instead of an end is as good.
  socket.on('error', () => {});
  const lines = Object.entries({ host: 'localhost', 'content-length': '100', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const arrived = once(app().http.server, 'request');
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${head}\r\n{"`);
  await arrived;
  await nextTurn();
}

const isEndedAfter = async (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  // The server's end of the connection is in this process too.
  for (let turn = 0; turn < 20 && !socket.readableEnded && !socket.destroyed; turn += 1) await nextTurn();
  return socket.readableEnded || socket.destroyed;
};

test('ends a connection whose body has not arrived after 30 seconds', async () => {
  await begin('/auth/login/', { 'content-type': 'application/json' });
  socket.resume();
  expect(await isEndedAfter(29_000)).toBe(false);
  expect(await isEndedAfter(1_000)).toBe(true);
});

test('gives a super admin ten minutes to upload an organization', async () => {
  const { cast, config, tokenFor } = app();
  const uploads = join(config.DATA_DIR, 'uploads');
  const files = () => readdir(uploads).catch(() => []);
  const zip = { 'content-type': 'application/zip', authorization: `Bearer ${await tokenFor(cast.sam)}` };
  await begin('/super-admin/organizations/import/', zip);
  socket.resume();
  await vi.waitFor(async () => expect(await files()).toHaveLength(1));
  expect(await isEndedAfter(9 * 60_000)).toBe(false);
  expect(await isEndedAfter(60_000)).toBe(true);
  await vi.waitFor(async () => expect(await files()).toEqual([]));
});

test('gives nobody else more time for it', async () => {
  await begin('/super-admin/organizations/import/', { 'content-type': 'application/zip' });
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await isEndedAfter(29_000)).toBe(false);
  expect(await isEndedAfter(1_000)).toBe(true);
});
