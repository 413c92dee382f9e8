import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
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
