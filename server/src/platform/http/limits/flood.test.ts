import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { createHttpServer } from '../server.ts';

const log = createLogger('silent');
const config = loadConfig({ NODE_ENV: 'test' });
let begun = 0;
const http = await createHttpServer(config, log, () => {});
http.get('/slow', async () => {
  begun += 1;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return 'done';
});

let port = 0;
beforeAll(async () => {
  port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => http.close());

/** Sends so many requests at once on one connection, and counts the answers until it ends. */
async function send(requests: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answers = '';
  socket.on('data', (part) => {
    answers += part;
  });
  const line = 'GET /slow HTTP/1.1\r\nhost: localhost\r\n';
  socket.write(`${`${line}\r\n`.repeat(requests - 1)}${line}connection: close\r\n\r\n`);
  // A reset is an end, too.
  await new Promise((resolve) => socket.once('close', resolve));
  return answers.split('HTTP/1.1 200').length - 1;
}

test('ends a connection that sends thousands of requests without waiting for answers', async () => {
  begun = 0;
  await send(2_000);
  expect(begun).toBeLessThanOrEqual(16);
});

test('answers a few at once, and any number one after the other', async () => {
  expect(await send(10)).toBe(10);
});
