import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { startTestApp, useTestApp } from '#testing/app.ts';
import { endLongRequests } from './limits/time-limits.ts';

const app = useTestApp();

test('while it drains, the server is not ready, serves on, and ends connections with their answers', async () => {
  const { cast, http, tokenFor, drain } = app();
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${await tokenFor(cast.ana)}` };
  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
      const answered = async (message: IncomingMessage) =>
        resolve({ status: message.statusCode, connection: message.headers.connection, body: await text(message) });
      request(`${address}${path}`, { agent, headers }, answered).on('error', reject).end();
    });
  const stream = await fetch(`${address}/api/v1/events/`, { headers });
  const events = stream.body!.pipeThrough(new TextDecoderStream()).getReader();

  expect(await get('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' });
  drain();
  expect(await get('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining('The server is stopping.') });
  expect(await get('/healthz')).toMatchObject({ status: 200, connection: 'close' });
  for (const path of ['/api/v1/users/me/', '/api/v1/sessions/', '/api/v1/nothing/', '/'])
    expect([path, (await get(path)).connection]).toEqual([path, 'close']);

  // A stream goes on until the stop.
  expect((await events.read()).value).toContain('event: ready');
  await (await app().as(cast.ana)).updateMe({ body: { bio: 'Still here' } });
  expect((await events.read()).value).toContain('me.updated');
  await events.cancel();
  agent.destroy();
});

test('a request that outlasts everything is ended', async () => {
  const slow = fastify();
  endLongRequests(slow, { longestMs: 200, lookMs: 20 });
  slow.get('/soon', async () => 'soon');
  slow.get('/never', async () => sleep(60_000, 'never', { ref: false }));
  const address = await slow.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(`${address}/never`)).rejects.toThrow();
  expect(await (await fetch(`${address}/soon`)).text()).toBe('soon');
  slow.server.closeAllConnections();
  await slow.close();
});

test('a call that still runs is cut off after STOP_SECONDS, and not before', async () => {
  const other = await startTestApp({ STOP_SECONDS: '2' });
  const address = await other.http.listen({ port: 0, host: '127.0.0.1' });
  const arrived = once(other.http.server, 'request');
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  const call = request(`${address}/api/v1/auth/login/`, { method: 'POST', headers });
  const cut = new Promise((done) => call.on('error', done).on('close', done));
  // The rest never comes.
  call.write('{');
  await arrived;
  const began = performance.now();
  const stopped = other.stop();
  await cut;
  const seconds = (performance.now() - began) / 1_000;
  await stopped;
  expect(seconds).toBeGreaterThan(1.9);
  expect(seconds).toBeLessThan(4.5);
});
