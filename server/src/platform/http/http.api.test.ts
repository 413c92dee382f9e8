import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect as openSocket } from 'node:net';
import { ErrorBody } from '@spotter/contract';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { noLimits } from '#platform/limits.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { createCallers } from '#platform/logins/callers.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { useTestApp } from '#testing/app.ts';
import type { Handlers } from './handlers.ts';
import { createGate, type Gate } from './limits/gate.ts';
import { callTurns } from './limits/turns.ts';
import { framedByUs, securityHeaders } from './pages/security-headers.ts';
import { registerEndpoints } from './register.ts';
import { createHttpServer } from './server.ts';

const app = useTestApp();
let listening: string;
beforeAll(async () => {
  listening = await app().http.listen({ port: 0, host: '127.0.0.1' });
});

const send = async (options: InjectOptions) => {
  const response = await app().http.inject(options);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : undefined };
};
const login = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  send({ method: 'POST', url: '/api/v1/auth/login/', payload, headers });
const asAna = async (options: InjectOptions) =>
  send({
    ...options,
    headers: { authorization: `Bearer ${await app().tokenFor(app().cast.ana)}`, ...options.headers },
  });

describe('an invalid request', () => {
  test('rejects a body that is not JSON', async () => {
    for (const payload of ['{', '{"email":', '[1,]', 'null null', '{"a":1}}', "{'a':1}", '\u0000']) {
      const { status, body } = await login(payload);
      expect([payload, status, body.code]).toEqual([payload, 400, 'malformed_json']);
    }
  });

  test('names the invalid fields of a body with the wrong shape', async () => {
    for (const payload of ['null', '[]', '"text"', '7', '{}', '{"email":{"$ne":null},"password":["x"]}', '']) {
      const { status, body } = await login(payload);
      expect([payload, status, body.code]).toEqual([payload, 400, 'validation_failed']);
    }
    const { body } = await login('{"email":{"$ne":null},"password":["x"]}');
    expect(Object.keys(body.details)).toEqual(['email', 'password']);
  });

  test('is too large beyond 64 KB, with or without a content length', async () => {
    const payload = (length: number) => JSON.stringify({ email: 'a'.repeat(length), password: 'x' });
    expect((await login(payload(60 * 1024))).status).toBe(400);
    const chunked: Record<string, string> = { 'transfer-encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      const { status, body } = await login(payload(64 * 1024), { 'content-type': 'application/json', ...headers });
      expect([status, body.code]).toEqual([413, 'body_too_large']);
    }
  });

  test('is told to be too large in a way that a client can read while it still sends', async () => {
    const { tokenFor, cast } = app();
    const authorization = `Bearer ${await tokenFor(cast.ana)}`;
    const send = (type: string, size: number, chunked: boolean) => {
      const bytes = Buffer.alloc(size, 'x');
      const streamed = { body: new Blob([bytes]).stream(), duplex: 'half' } as const;
      return fetch(`${listening}/api/v1/users/me/avatar/`, {
        method: 'PUT',
        headers: { authorization, 'content-type': type },
        ...(chunked ? streamed : { body: bytes }),
      });
    };
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      for (const chunked of [false, true]) {
        const answer = await send(type, 6_000_000, chunked);
        expect([type, chunked, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
          type,
          chunked,
          413,
          'body_too_large',
        ]);
      }
  });

  test.each([
    [413, 200_000],
    [400, 30_000],
  ])('answers %i to %i brackets with an Idempotency-Key, even where no body is expected', async (expected, depth) => {
    const { cast } = app();
    const session = `/api/v1/sessions/${cast.ana.id}`;
    // The waitlist expects no body.
    for (const url of [`${session}/join/`, `${session}/waitlist/`, '/api/v1/auth/switch-gym/']) {
      const { status } = await asAna({
        method: 'POST',
        url,
        payload: '['.repeat(depth) + ']'.repeat(depth),
        headers: { 'content-type': 'application/json', 'idempotency-key': `nested-${depth}` },
      });
      expect([url, status]).toEqual([url, expected]);
    }
  });

  test('is refused at once, however deeply nested', async () => {
    // In moments, instead of the minutes that visiting every level would take.
    for (const nested of ['['.repeat(30_000) + ']'.repeat(30_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]) {
      const { status, body } = await asAna({
        method: 'PUT',
        url: '/api/v1/users/me/',
        payload: `{"bio":${nested}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual({ bio: ['Is nested too deeply.'] });
    }
  });

  test('names the field with a null byte or half a character, at any depth', async () => {
    const put = (payload: string) =>
      asAna({
        method: 'PUT',
        url: '/api/v1/users/me/',
        payload,
        headers: { 'content-type': 'application/json' },
      });
    for (const bad of ['\\u0000', '\\ud800', '\\udc00', 'x\\ud83dy']) {
      expect((await put(`{"bio":"${bad}"}`)).body.details).toHaveProperty('bio');
      expect((await put(`{"goals":["fine","${bad}"]}`)).body.details).toHaveProperty(['goals.1']);
      expect((await put(`{"unknown":{"deep":"${bad}"}}`)).status).toBe(400);
    }
    expect((await put('{"bio":"\\ud83d\\ude00 fine"}')).status).toBe(200);
    for (const search of ['text=%00', 'cursor=%00', 'gym=%00', 'page=%00', 'order=%ED%A0%80'])
      expect((await asAna({ method: 'GET', url: `/api/v1/sessions/?${search}` })).status).toBe(400);
    expect((await asAna({ method: 'DELETE', url: '/api/v1/users/me/logins/%00/' })).status).toBe(400);
  });

  test('rejects an unsupported content type', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'image/png',
      'nonsense',
    ]) {
      const { status, body } = await login('email=a', { 'content-type': type });
      expect([type, status, body.code]).toEqual([type, 415, 'unsupported_type']);
    }
    expect((await login('{}', {})).status).toBe(415);
  });

  test('rejects a method that the address does not accept', async () => {
    for (const [method, url, allow] of [
      ['DELETE', '/api/v1/auth/login/', 'POST'],
      ['POST', '/api/v1/users/me/', 'GET, PUT'],
      ['PATCH', '/api/v1/notifications/unread-count', 'GET'],
    ] as const) {
      const { status, body, headers } = await send({ method, url });
      expect([url, status, body.code, headers.allow]).toEqual([url, 405, 'method_not_allowed', allow]);
    }
  });

  test('answers 404 for an unknown address', async () => {
    for (const url of [
      '/api/v1/nowhere/',
      '/api/v2/users/me/',
      '/api/',
      '/files/none',
      '/assets/none.js',
      '/dev/none',
    ]) {
      const { status, body } = await send({ method: 'GET', url });
      expect([url, status, body.code]).toEqual([url, 404, 'not_found']);
    }
  });

  test('causes no server error with a hostile address, header or query', async () => {
    const long = 'a'.repeat(400);
    const broken: InjectOptions[] = [
      { url: '/api/v1/organizations/%zz/theme/' },
      { url: '/api/v1/organizations/%ff%fe/theme/' },
      { url: `/api/v1/organizations/${long}/theme/` },
      { url: '/api/v1/organizations/not-an-id/theme/' },
      { url: '/api/v1/sessions/?page=1e99' },
      { url: '/api/v1/sessions/?page=99999999999999999999' },
      { url: '/api/v1/sessions/?page=-1&page_size=0' },
      { url: '/api/v1/sessions/?page_size=101' },
      { url: '/api/v1/sessions/?from=9999-12-31T23:59:59Z' },
      { url: '/api/v1/sessions/?cursor=999999999999999~00000000-0000-0000-0000-000000000000' },
      { url: '/api/v1/sessions/?cursor=1~------------------------------------' },
      { url: '/api/v1/sessions/?gym=1&gym=2' },
      { url: '/api/v1/sessions/?__proto__[x]=1&constructor=2', headers: { 'x-use-new-timezone': 'maybe' } },
      { url: '/api/v1/notifications/?before=1' },
      { url: '/api/v1/events/', headers: { 'last-event-id': 'x' } },
      { url: '/api/v1/users/me/', headers: { 'x-request-id': 'a b\tc' } },
      { method: 'POST', url: '/api/v1/auth/switch-gym/', headers: { 'idempotency-key': 'k'.repeat(201) }, payload: {} },
      { method: 'DELETE', url: '/api/v1/users/me/logins/%27%3B--/' },
    ];
    for (const options of broken) {
      const { status, body } = await asAna({ method: 'GET', ...options });
      expect([options.url, status < 500]).toEqual([options.url, true]);
      if (status >= 400) expect([options.url, ErrorBody.safeParse(body).data]).toEqual([options.url, body]);
    }
  });

  test('gets an answer even if it is not HTTP', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = openSocket(Number(new URL(listening).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(answer.slice(answer.indexOf('{')));
    expect(ErrorBody.parse(body).code).toBe('malformed_request');
  });
});

describe('every answer', () => {
  const urls = [
    '/api/v1/auth/csrf/',
    '/api/v1/nowhere/',
    '/api/v1/users/me/',
    '/api/docs',
    '/healthz',
    '/',
    '/api/v1/%zz',
  ];

  test.each(urls)('has the security headers (%s)', async (url) => {
    const { headers } = await send({ method: 'GET', url });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/);
    if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
  });

  test('lets only our own pages frame the theme preview', () => {
    const framed = framedByUs(securityHeaders({ PUBLIC_URL: 'https://gym.example' }));
    expect(framed['content-security-policy']).toContain("frame-ancestors 'self';");
    expect(framed['content-security-policy']).toContain("default-src 'self'");
    expect(framed['x-frame-options']).toBe('SAMEORIGIN');
  });

  test('has a request id, which the caller may choose', async () => {
    const given = await send({ method: 'GET', url: '/api/v1/users/me/', headers: { 'x-request-id': 'my-request-1' } });
    expect([given.headers['x-request-id'], given.body.request_id]).toEqual(['my-request-1', 'my-request-1']);
    const bad = await send({ method: 'GET', url: '/api/v1/users/me/', headers: { 'x-request-id': '<script>' } });
    expect(bad.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.headers['x-request-id']).toBe(bad.body.request_id);
  });

  test('has the same headers whether it is short, long, compressed or refused', async () => {
    const authorization = `Bearer ${await app().tokenFor(app().cast.ana)}`;
    const own = ['content-length', 'content-encoding', 'vary', 'date', 'x-request-id'];
    const headersOf = async (path: string, headers: Record<string, string> = {}) =>
      (await app().http.inject({ url: `/api/v1${path}`, headers: { authorization, ...headers } })).headers;
    const standing = (headers: Awaited<ReturnType<typeof headersOf>>) =>
      Object.entries(headers)
        .filter(([name]) => !own.includes(name))
        .sort();
    const short = standing(await headersOf('/notifications/unread-count/'));
    expect(short.length).toBeGreaterThan(12);
    const compressed = await headersOf('/gym/config/', { 'accept-encoding': 'br' });
    expect(compressed['content-encoding']).toBe('br');
    for (const answer of [await headersOf('/gym/config/'), compressed, await headersOf('/none/')])
      expect(standing(answer)).toEqual(short);
  });

  test("to a refused call has the contract's error shape", async () => {
    for (const { body } of [await login('{'), await login('{}'), await send({ method: 'GET', url: '/api/v1/none/' })])
      expect(ErrorBody.strict().parse(body)).toEqual(body);
  });

  test('is the same with and without a trailing slash', async () => {
    for (const path of ['/api/v1/users/me', '/api/v1/sessions', '/api/v1/auth/emulation-status']) {
      const without = await asAna({ method: 'GET', url: path });
      const within = await asAna({ method: 'GET', url: `${path}/` });
      expect(without.status).toBe(200);
      expect(without.body).toEqual(within.body);
    }
    expect((await asAna({ method: 'GET', url: '/api/v1/sessions?page_size=1' })).status).toBe(200);
  });

  test('to HEAD is that of GET without a body', async () => {
    const response = await app().http.inject({ method: 'HEAD', url: '/api/v1/auth/csrf/' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });
});

type Settings = { NODE_ENV?: 'test' | 'production'; log?: Logger; gate?: Gate };

/** A server with this one call. */
async function serverOf(getCsrf: Handlers['getCsrf'], { NODE_ENV = 'test', log = app().log, gate }: Settings) {
  const { db, connection, config: testConfig, accessTokens } = app();
  const config = { ...testConfig, NODE_ENV };
  const http = await createHttpServer(config, log, () => {});
  const read = readsOf(db);
  const callers = createCallers(read, () => false);
  const { inside } = connection;
  const parts = {
    db,
    inside,
    read,
    readsInside: () => read,
    config,
    log,
    limits: noLimits,
    accessTokens,
    callers,
    gate: gate ?? createGate(),
    offload: createOffload(),
    turns: callTurns(config),
    clock: () => new Date(),
  };
  registerEndpoints(http, parts, { getCsrf });
  return http;
}

test('lets a call leave the gate although its client never reads the answer', async () => {
  // More than the buffers of a connection hold.
  const answer = { csrf_token: 'x'.repeat(20_000_000) };
  const http = await serverOf(async () => answer, { gate: createGate({ atOnce: 1 }) });
  const { port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  const reader = openSocket(Number(port), '127.0.0.1');
  reader.write('GET /api/v1/auth/csrf/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(reader, 'data');
  reader.pause();
  const next = await fetch(`http://127.0.0.1:${port}/api/v1/auth/csrf/`);
  expect(next.status).toBe(200);
  await next.body?.cancel();
  reader.destroy();
  await http.close();
});

test('does not log an error for a client that leaves while its call waits for its turn', async () => {
  const lines: string[] = [];
  const working = Promise.withResolvers<{ csrf_token: string }>();
  const http = await serverOf(() => working.promise, {
    log: createLogger('info', { write: (line) => void lines.push(line) }),
    gate: createGate({ atOnce: 1 }),
  });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const get = (signal?: AbortSignal) => fetch(`${address}/api/v1/auth/csrf/`, signal ? { signal } : {});
  const first = get();
  await once(http.server, 'request');
  const leaving = new AbortController();
  const second = get(leaving.signal);
  const [, answer] = (await once(http.server, 'request')) as [unknown, ServerResponse];
  leaving.abort();
  await expect(second).rejects.toThrow();
  await vi.waitFor(() => expect(answer.destroyed).toBe(true));
  working.resolve({ csrf_token: 'token' });
  expect((await first).status).toBe(200);
  const logged = () => lines.map((line) => JSON.parse(line));
  await vi.waitFor(() => expect(lines.join()).toContain('the client left before it was answered'));
  expect(logged().filter(({ level }) => level > 30)).toEqual([]);
  // The client would keep its connection for four more seconds.
  http.server.closeAllConnections();
  await http.close();
});

describe('an error the contract does not declare for the call', () => {
  const throwingIn = async (NODE_ENV: 'test' | 'production') => {
    const http = await serverOf(
      async () => {
        throw fail('session_full');
      },
      { NODE_ENV },
    );
    const { statusCode, body } = await http.inject('/api/v1/auth/csrf/');
    return [statusCode, JSON.parse(body).code];
  };

  test('is an internal error in development and tests', async () => {
    expect(await throwingIn('test')).toEqual([500, 'internal']);
  });

  test('still reaches the user in production', async () => {
    expect(await throwingIn('production')).toEqual([400, 'session_full']);
  });
});
