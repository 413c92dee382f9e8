import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';

// The gate has four places, and each share comes from a network of its own.
const app = useTestApp({ DATABASE_POOL: '2', TRUST_PROXY: '1' });
let port = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  port = Number(new URL(await app().http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

/** Sends a share but for the end of its body. */
function beginShare(address: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const headers = [
    ...['host: localhost', `x-forwarded-for: ${address}`],
    ...['content-type: multipart/form-data; boundary=x', 'content-length: 5000'],
  ];
  socket.write(`POST /app/share HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n--x\r\n`);
  sockets.push(socket);
  return socket;
}

test('shares that arrive slowly keep nobody else waiting, and only a few are read at a time', async () => {
  for (let n = 1; n <= 8; n++) beginShare(`203.0.${n}.1`);
  // The ninth is answered at once, so the eight before it are being read.
  let answer = '';
  const ninth = beginShare('203.0.9.1').on('data', (data) => {
    answer += data;
  });
  await vi.waitFor(() => expect(answer).toContain('303'));
  ninth.destroy();
  const others = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) =>
      app().http.inject({ url: '/api/v1/auth/providers/', headers: { 'x-forwarded-for': `198.51.${n}.1` } }),
    ),
  );
  expect(others.map(({ statusCode }) => statusCode)).not.toContain(503);
});
