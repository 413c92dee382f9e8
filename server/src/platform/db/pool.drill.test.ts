import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';
import { type Connection, connect } from './connect.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
const lost: Error[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 2, onError: (error) => lost.push(error) });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('fails only the transaction when its connection is lost, and continues with a new one', async () => {
  const { db } = connection;
  for (let round = 1; round <= 5; round++) {
    const transaction = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db);
      // The connection is checked out and silent: the loss reaches no query, only the client itself.
      await expect.poll(() => lost.length).toBeGreaterThanOrEqual(round);
      await sql`select 1`.execute(tx);
    });
    await expect(transaction).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  }
});

test('reports no loss once it is closing', async () => {
  const heard: Error[] = [];
  const other = connect(database.url, { max: 1, onError: (error) => heard.push(error) });
  other.pool.emit('error', new Error('gone'), {} as never);
  await other.close();
  other.pool.emit('error', new Error('terminated while closing'), {} as never);
  expect(heard.map(({ message }) => message)).toEqual(['gone']);
});

test('answers over a free connection when opening another takes too long', async () => {
  const proxy = await openDatabaseProxy(database.url);
  const { db, pool, close } = connect(proxy.url, { max: 2, openingMs: 100, onError: () => {} });
  const busy = await pool.connect();
  proxy.openSlowly(1_000);
  const answers = [pool.query('select 1 as one'), sql`select 1 as one`.execute(db)];
  busy.release();
  for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([{ one: 1 }]);
  await close();
  await proxy.cut();
});

test('keeps connections open while nothing uses them', async () => {
  const { pool, openKept, close } = connect(database.url, { max: 4, keepOpen: 3, idleMs: 1, onError: () => {} });
  await openKept();
  expect(pool.idleCount).toBe(3);
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  for (const client of clients) client.release();
  await expect.poll(() => pool.totalCount).toBe(3);
  await close();
});
