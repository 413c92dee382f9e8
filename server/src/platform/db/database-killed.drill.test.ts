import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Cast, seedCast } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

const silent = { info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(join(tmpdir(), 'spotter-killed-'));
let database: EmbeddedPostgres;
let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const pool = new pg.Pool({ connectionString: database.url });
  await migrate(pool);
  await pool.end();
  app = await startTestApp({}, { through: async () => database.url });
  cast = await seedCast(app.db);
});
afterAll(async () => {
  await app.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const postmaster = () => Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
const patient = { interval: 20 };

test('loses and doubles no acknowledged message when PostgreSQL is killed under load, and recovers', async () => {
  const { db } = app;
  const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
  const ana = await app.as(cast.ana);
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let stopped = false;

  /** Like the web app: repeats with the same key until there is an answer. */
  async function sendMessages(name: string) {
    for (let n = 0; !stopped; n++) {
      const key = `${name}-${n}`;
      while (!stopped && !acknowledged.has(key)) {
        const { status, body } = await ana.sendSessionMessage({
          params: { id: session },
          body: { content: key },
          headers: { 'idempotency-key': key },
        });
        statuses.add(status);
        if (status === 201) acknowledged.set(key, body.id);
      }
    }
  }
  const senders = Array.from({ length: 6 }, (_, n) => sendMessages(`sender-${n}`));
  for (let kills = 0; kills < 3; kills++) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(before + 20);
    process.kill(postmaster(), 'SIGKILL');
  }
  const atLastKill = acknowledged.size;
  await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(atLastKill + 20);
  stopped = true;
  await Promise.all(senders);

  expect([...statuses].sort()).toEqual([201, 503]);
  const rows = await db
    .selectFrom('session_messages')
    .select(['id', 'content'])
    .where('session_id', '=', session)
    .execute();
  const kept = new Map(rows.map(({ content, id }) => [content, id]));
  expect(kept.size).toBe(rows.length);
  for (const [key, id] of acknowledged) expect([key, kept.get(key)]).toEqual([key, id]);
});
