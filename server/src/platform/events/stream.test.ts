import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';
import { sendPassing } from './passing.ts';
import { createPgListener, type PgListener } from './pg-listener.ts';
import { createStreams, type Streams } from './stream.ts';
import { inTransaction, tell } from './tell.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listener: PgListener;
let hub: LiveHub;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 10, onError: () => {} });
  listener = await createPgListener(database.url, log);
  hub = createLiveHub({ db: connection.db, listener, log });
});
afterAll(async () => {
  hub.close();
  await listener.close();
  await connection.close();
  await database.drop();
});

const say = (scope: string, text: string, to: string[] | 'everyone' = 'everyone') =>
  inTransaction(connection.db, async (tx) => tell(tx, { scope, type: 'me.updated', data: { changed: [text] }, to }));
const callerChanged = (userId: string) => sql`select pg_notify('caller', ${userId})`.execute(connection.db);

/** A real server that opens a stream of the given user for every request. */
async function serve({
  scope = newId(),
  userId = newId(),
  heartbeatMs = 15_000,
  mostPerUser = 8,
  lifetimeMs = 900_000,
  unheard = {} as Pick<Parameters<typeof createStreams>[0], 'isHeard' | 'hearings'>,
} = {}) {
  const allowed = { scope: scope as string | null, gymIds: [newId()] };
  const stillAllowed = vi.fn(async () =>
    allowed.scope === null ? null : { scope: allowed.scope, gymIds: allowed.gymIds },
  );
  const streams: Streams = createStreams({ hub, listener, log, heartbeatMs, mostPerUser, ...unheard });
  const server = createServer((req, res) => {
    const after = req.headers['last-event-id'];
    streams
      .open({
        begin: () => res,
        scope,
        gymIds: allowed.gymIds,
        userId,
        loginId: newId(),
        after: after ? Number(after) : null,
        expiresAt: Date.now() + lifetimeMs,
        stillAllowed,
      })
      .catch((error: AppError) => res.writeHead(error.status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    streams.closeAll();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { scope, userId, allowed, stillAllowed, streams, read: (after?: number) => read(port, after) };
}

async function read(port: number, after?: number) {
  const headers = after === undefined ? {} : { 'last-event-id': `${after}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, host: '127.0.0.1', headers }, resolve).on('error', reject).end(),
  );
  const got = { response, text: '', ended: false };
  response.setEncoding('utf8').on('data', (chunk: string) => {
    got.text += chunk;
  });
  response.on('close', () => {
    got.ended = true;
  });
  response.on('error', () => {});
  return got;
}

describe('live stream', () => {
  it('sends its position at once, then each event with its number', async () => {
    const { scope, read } = await serve();
    const reader = await read();
    expect(reader.response.headers['content-type']).toContain('text/event-stream');
    await vi.waitFor(() => expect(reader.text).toMatch(/^retry: \d+\nid: 0\nevent: ready\ndata: {"cursor":"0"}\n\n$/));
    await say(scope, 'line\nbreak');
    await vi.waitFor(() =>
      expect(reader.text).toContain('id: 1\nevent: me.updated\ndata: {"changed":["line\\nbreak"]}\n\n'),
    );
  });

  it('resumes after the last number, and sends reset when that is gone', async () => {
    const { scope, read } = await serve();
    await say(scope, 'one');
    await say(scope, 'two');
    const resumed = await read(1);
    await vi.waitFor(() => expect(resumed.text).toContain('id: 2\nevent: me.updated'));
    expect(resumed.text).not.toContain('one');
    await sql`delete from live_events where scope_id = ${scope}::uuid`.execute(connection.db);
    const late = await read(1);
    await vi.waitFor(() => expect(late.text).toContain('id: 2\nevent: reset\ndata: {"cursor":"2"}\n\n'));
  });

  it('sends what is never stored to those it is for, without a number', async () => {
    const { scope, userId, read } = await serve();
    const reader = await read();
    const data = { conversation_id: newId(), user_id: newId() };
    const event = { type: 'typing', data } as const;
    const crowd = Array.from({ length: 400 }, newId);
    await sendPassing(readsOf(connection.db), scope, crowd, {
      ...event,
      data: { ...data, user_id: 'not for this reader' },
    });
    await sendPassing(readsOf(connection.db), newId(), [userId], { ...event, data: { ...data, user_id: 'elsewhere' } });
    await sendPassing(readsOf(connection.db), scope, [...crowd, userId], event);
    await vi.waitFor(() => expect(reader.text).toContain(`\n\nevent: typing\ndata: ${JSON.stringify(data)}\n\n`));
    expect(reader.text).not.toMatch(/not for this reader|elsewhere/);
  });

  it("moves the position past other readers' events with its heartbeat", async () => {
    const { scope, read } = await serve({ heartbeatMs: 50 });
    const reader = await read();
    await say(scope, 'for another', [newId()]);
    await vi.waitFor(() => expect(reader.text).toContain(': \nid: 1\n\n'));
    expect(reader.text).not.toContain('me.updated');
  });

  it("ends within two seconds when the reader's rights end, move to another scope or cover other gyms", async () => {
    for (const now of [{ scope: null }, { scope: newId() }, { gymIds: [newId()] }]) {
      const { scope, userId, allowed, stillAllowed, read } = await serve();
      const reader = await read();
      stillAllowed.mockClear();
      await callerChanged(userId);
      await vi.waitFor(() => expect(stillAllowed).toHaveBeenCalled());
      await say(scope, 'still here');
      await vi.waitFor(() => expect(reader.text).toContain('still here'));
      Object.assign(allowed, now);
      await callerChanged(userId);
      await vi.waitFor(() => expect(reader.ended).toBe(true));
      expect(reader.text).toMatch(/retry: \d+\n\n$/);
    }
  });

  it('ends when its access token expires, and misses nothing after reconnecting', async () => {
    const { scope, read } = await serve({ lifetimeMs: 400 });
    const reader = await read();
    await say(scope, 'one');
    await vi.waitFor(() => expect(reader.ended).toBe(true));
    expect(reader.text).toMatch(/\n\nevent: expired\ndata: {}\n\nretry: \d+\n\n$/);
    await say(scope, 'between');
    // On a slow machine the token expires before the first event arrives, which then comes after reconnecting.
    const renewed = await read(Number(reader.text.match(/.*^id: (\d+)$/ms)?.[1]));
    const heard = () => [...`${reader.text}${renewed.text}`.matchAll(/"changed":\["(\w+)"\]/g)].map(([, word]) => word);
    await vi.waitFor(() => expect(heard()).toEqual(['one', 'between']));
  });

  it('limits the number of streams per user', async () => {
    const { read } = await serve({ mostPerUser: 2 });
    const readers = await Promise.all([read(), read(), read()]);
    expect(readers.map((r) => r.response.statusCode).sort()).toEqual([200, 200, 429]);
    readers.find((r) => r.response.statusCode === 200)?.response.destroy();
    await vi.waitFor(async () => expect((await read()).response.statusCode).toBe(200));
  });

  it('ends all streams with a retry hint on a graceful stop, and opens no more', async () => {
    const { streams, read } = await serve();
    const readers = await Promise.all([read(), read()]);
    streams.closeAll();
    for (const reader of readers) {
      await vi.waitFor(() => expect(reader.ended).toBe(true));
      expect(reader.text).toMatch(/retry: \d+\n\n$/);
      expect(reader.response.complete).toBe(true);
    }
    expect((await read()).response.statusCode).toBe(503);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('the database is away'))],
    ['takes longer than a second', () => new Promise<never>(() => {})],
  ])('ends while notifications are unheard and reading the rights %s', async (_, hearings) => {
    const { read } = await serve({ unheard: { isHeard: () => false, hearings } });
    const reader = await read();
    await vi.waitFor(() => expect(reader.ended).toBe(true), 5_000);
    expect(reader.text).toMatch(/retry: \d+\n\n$/);
  });

  it('drops a reader that does not read', async () => {
    const { scope, read } = await serve();
    const lazy = await read();
    lazy.response.pause();
    const large = 'x'.repeat(200_000);
    const closed = new Promise((resolve) => lazy.response.socket.once('close', resolve));
    for (let n = 0; n < 60; n++) await say(scope, large);
    lazy.response.resume();
    await closed;
    expect(lazy.text.length).toBeLessThan(60 * 200_000);
  });
});

it('answers 503 when the database does not answer', async () => {
  const deaf: LiveHub = { subscribe: () => () => {}, close() {} };
  const streams = createStreams({ hub: deaf, listener, log, longestOpeningMs: 20 });
  const never = () => {
    throw new Error('must not begin');
  };
  const opening = streams.open({
    begin: never,
    scope: newId(),
    gymIds: [],
    userId: newId(),
    loginId: newId(),
    after: null,
    expiresAt: Date.now() + 900_000,
    stillAllowed: async () => null,
  });
  await expect(opening).rejects.toSatisfy((error) => error instanceof AppError && error.status === 503);
});
