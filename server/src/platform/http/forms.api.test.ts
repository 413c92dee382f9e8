import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
let port = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  port = Number(new URL(await app().http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const AVATAR = '/api/v1/users/me/avatar/';
const type = 'multipart/form-data; boundary=mark';

/** Sends a head that promises five megabytes, and none of them. */
function promise(token?: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const authorization = token ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(
    `PUT ${AVATAR} HTTP/1.1\r\nhost: localhost\r\n${authorization}content-type: ${type}\r\ncontent-length: 5000000\r\n\r\n`,
  );
  return socket;
}
const statusOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(9, 12);

test('refuses a visitor before any of a file has arrived', async () => {
  expect(await statusOf(promise())).toBe('401');
  expect(await statusOf(promise('a.forged.token'))).toBe('401');
});

/** The answer to a form, and the types under which the costly reader was given it. */
async function sent(body: string, contentType = type) {
  const headers = { 'content-type': contentType, authorization: `Bearer ${await app().tokenFor(app().cast.ana)}` };
  const reader = vi.spyOn(Response.prototype, 'formData');
  const { statusCode, json } = await app().http.inject({ method: 'PUT', url: AVATAR, headers, payload: body });
  const readAs = reader.mock.contexts.map((response) => (response as Response).headers.get('content-type'));
  reader.mockRestore();
  return { status: statusCode, code: json().code as string, readAs };
}
const part = (head: string, text = '') => `--mark\r\n${head}\r\n\r\n${text}\r\n`;
const end = '--mark--\r\n';

test.each([
  ['sixty thousand files', part('content-disposition: form-data; name="a"; filename="b"').repeat(60_000)],
  [
    'as many behind an empty line',
    `\r\n${part('content-disposition: form-data; name="a"; filename="b"').repeat(60_000)}`,
  ],
  ['a head of four megabytes', part(`content-disposition: form-data; name="a"${'\r\na: b'.repeat(700_000)}`)],
  ['a text of four megabytes', part('content-disposition: form-data; name="a"', '\r\n--'.repeat(1_000_000))],
])('refuses a form with %s before it is read', async (_what, parts) => {
  const { status, code, readAs } = await sent(parts + end);
  expect([status, code, readAs]).toEqual([400, 'validation_failed', []]);
});

test('reads a form by the boundary whose parts were counted, whatever else its type says', async () => {
  const parts = part('content-disposition: form-data; name="a"; filename="b"').repeat(60_000) + end;
  for (const hidden of ['x="; boundary=other"; boundary=mark', 'boundary=other; boundary=mark']) {
    const { status, readAs } = await sent(parts, `multipart/form-data; ${hidden}`);
    expect([status, readAs]).toEqual([400, ['multipart/form-data; boundary="other"']]);
  }
});
