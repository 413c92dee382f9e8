import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAnswers } from './answers.ts';
import { createDatabaseReach, whileDatabaseInReach } from './database-reach.ts';

/** Longer than the periodic check takes to find the database silent. */
const A_WHILE_MS = 800;
let app: FastifyInstance;

beforeAll(async () => {
  const pool = Object.assign(new EventEmitter(), { idleCount: 0, totalCount: 1, waitingCount: 0 });
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  app = fastify();
  registerAnswers(app, { PUBLIC_URL: 'http://127.0.0.1' });
  // As compression does: it changes the head, and the body comes later.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url !== '/prepared') return payload;
    reply.header('content-encoding', 'br');
    await sleep(A_WHILE_MS);
    return payload;
  });
  const reach = createDatabaseReach({ pool: pool as unknown as pg.Pool, databaseUrl, patienceMs: 50 });
  await whileDatabaseInReach(app, reach, (inReach) => {
    inReach.get('/long', async (_request, reply) => {
      async function* slowly() {
        yield 'the beginning and ';
        await sleep(A_WHILE_MS);
        yield 'the end';
      }
      return reply.type('text/plain').send(Readable.from(slowly()));
    });
    inReach.get('/prepared', async (_request, reply) => {
      reply.type('text/plain').send('all of it');
      await sleep(A_WHILE_MS);
      return reply;
    });
    inReach.get('/waiting', () => new Promise(() => {}));
  });
});
afterAll(() => app.close());

test('a call that takes too long gets 503, however alive the database is', async () => {
  const idle = Object.assign(new EventEmitter(), { idleCount: 1, totalCount: 1, waitingCount: 0 });
  const reach = createDatabaseReach({
    pool: idle as unknown as pg.Pool,
    databaseUrl: '',
    patienceMs: 50,
    longestWork: ({ isSlow }) => (isSlow ? 60_000 : 100),
  });
  const slow = fastify();
  registerAnswers(slow, { PUBLIC_URL: 'http://127.0.0.1' });
  await whileDatabaseInReach(slow, reach, (inReach) => {
    inReach.get('/waiting', () => new Promise(() => {}));
    inReach.get('/upload', { config: { isSlow: true } }, async () => {
      await sleep(A_WHILE_MS);
      return 'all of it';
    });
  });
  const [waiting, upload] = await Promise.all([slow.inject('/waiting'), slow.inject('/upload')]);
  expect([waiting.statusCode, upload.statusCode]).toEqual([503, 200]);
  await slow.close();
});

test('a call that waits for a silent database gets 503', async () => {
  expect((await app.inject('/waiting')).statusCode).toBe(503);
});

test.each([
  ['/long', 'the beginning and the end'],
  ['/prepared', 'all of it'],
])('%s, whose answer has begun, is answered once', async (url, whole) => {
  const { statusCode, body } = await app.inject(url);
  expect([statusCode, body]).toEqual([200, whole]);
});
