import compress from '@fastify/compress';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { asAppError } from '#platform/errors.ts';
import { registerAnswers } from '#platform/http/answers.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { createLiveHub, type LiveHub } from '../events/live-hub.ts';
import { createPgListener, type PgListener } from '../events/pg-listener.ts';
import { createStreams } from '../events/stream.ts';
import { inTransaction, tell } from '../events/tell.ts';
import { eventsRoutes } from './events.routes.ts';

const log = createLogger('silent');
const ana = { userId: newId(), organizationId: newId() };
const app = fastify({ forceCloseConnections: true, genReqId: () => 'r-1' });
let address: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listener: PgListener;
let hub: LiveHub;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
  listener = await createPgListener(database.url, log);
  hub = createLiveHub({ db: connection.db, listener, log });
  const streams = createStreams({ hub, listener, log });
  const routes = eventsRoutes({ streams, callers: { find: async () => null, drop() {}, dropAll() {} } });
  type Ctx = Parameters<typeof routes.streamEvents>[0];
  await app.register(compress, { global: true, threshold: 0 });
  registerAnswers(app, { PUBLIC_URL: 'http://127.0.0.1' });
  app.setErrorHandler((error, _request, reply) => reply.code(asAppError(error).status).send());
  app.get('/events/', async (request, reply) => {
    request.accessExpiresAt = Date.now() + 900_000;
    await routes.streamEvents({ caller: ana } as Ctx, {} as never, { request, reply });
    return reply;
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  hub.close();
  await listener.close();
  await connection.close();
  await database.drop();
});

const listen = (headers: Record<string, string> = {}) => {
  const leave = new AbortController();
  return fetch(`${address}/events/`, { headers, signal: leave.signal }).then((response) => ({ response, leave }));
};

it("streams through the HTTP framework, uncompressed and with the common headers, from the reader's position", async () => {
  const say = (text: string) =>
    inTransaction(connection.db, async (tx) =>
      tell(tx, { scope: ana.organizationId, type: 'me.updated', data: { changed: [text] }, to: [ana.userId] }),
    );
  await say('seen');
  const { response, leave } = await listen({ 'last-event-id': '1', 'accept-encoding': 'br, gzip' });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('x-request-id')).toBe('r-1');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toContain('no-store');
  await say('new');
  let text = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"new"')) break;
  }
  expect(text).toContain('id: 2\nevent: me.updated\ndata: {"changed":["new"]}\n\n');
  expect(text).not.toContain('seen');
  leave.abort();
});

it('rejects an invalid position', async () => {
  for (const wrong of ['-1', 'abc', '1.5', '9'.repeat(40)]) {
    const { response } = await listen({ 'last-event-id': wrong });
    expect(response.status).toBe(400);
  }
});

it('ends as soon as the caller is gone', async () => {
  const { response } = await listen();
  await connection.pool.query("select pg_notify('caller', $1)", [ana.userId]);
  await vi.waitFor(async () => expect(await response.text()).toContain('event: ready'));
});
