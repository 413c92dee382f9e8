import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';
import { inTransaction } from '../events/tell.ts';
import { type Connection, connect } from './connect.ts';
import { run, send, statement } from './statement.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  await connection.pool.query('create table spots (id int primary key)');
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const insert = statement('insert-spot', { id: 'int' })('insert into spots values ($id)');
const count = statement('count-spots', { most: 'int' })<{ n: number }>(
  'select count(*)::int as n from spots where id < $most',
);
const counted = async () => (await connection.pool.query('select count(*)::int as n from spots')).rows[0].n;

test('sends begin with the first statement, and unawaited statements with the next', async () => {
  const { db, pool } = connection;
  const roundTrips = await countRoundTrips(pool, () =>
    inTransaction(db, async (tx) => {
      send(tx, insert, { id: 1 });
      const both = await Promise.all([run(tx, count, { most: 2 }), run(tx, count, { most: 1 })]);
      expect(both).toEqual([[{ n: 1 }], [{ n: 0 }]]);
    }),
  );
  // The second is the commit's.
  expect(roundTrips).toBe(2);
});

test('sends nothing for a transaction without a statement', async () => {
  expect(await countRoundTrips(connection.pool, () => inTransaction(connection.db, async () => {}))).toBe(0);
});

test('fails with the first error, even of an unawaited statement, and keeps nothing', async () => {
  const before = await counted();
  const waiting = inTransaction(connection.db, async (tx) => {
    send(tx, insert, { id: 10 });
    send(tx, insert, { id: 10 });
    await run(tx, count, { most: 2 });
  });
  await expect(waiting).rejects.toMatchObject({ code: '23505', constraint: 'spots_pkey' });
  const last = inTransaction(connection.db, async (tx) => {
    send(tx, insert, { id: 11 });
    send(tx, insert, { id: 11 });
  });
  await expect(last).rejects.toMatchObject({ code: '23505', constraint: 'spots_pkey' });
  expect(await counted()).toBe(before);
});

test('reports no commit for a transaction whose error was swallowed', async () => {
  const swallowing = connection.db.transaction().execute(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {});
  });
  await expect(swallowing).rejects.toThrow('division by zero');
});

test('a commit stands, and its notices go out, when the connection is lost behind it', async () => {
  const marked = connect(database.url, { max: 1, isMarked: true, onError: () => {} });
  onTestFinished(() => marked.close());
  await marked.pool.query('select 1');
  const before = marked.marks!.latest();
  const heard: unknown[] = [];
  const listener = await connection.pool.connect();
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('listen told');
  const client = await marked.pool.connect();
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  // The commit is answered; what is sent behind it never is.
  client.query = ((...given: [{ name?: string }]) =>
    given[0]?.name === 'shown' ? Promise.reject(new Error('Connection terminated')) : query(...given)) as never;
  client.release();

  const notify = statement('tell-spot', { id: 'int' })<{ notice_channel: string; notice_payload: string }>(
    `insert into spots values ($id) returning 'told' as notice_channel, id::text as notice_payload`,
  );
  await inTransaction(marked.db, (tx) => run(tx, notify, { id: 77 }));
  await expect.poll(() => listener.query('select 1').then(() => heard)).toEqual(['77']);
  listener.release(true);
  expect(marked.marks!.latest() > before, 'so new that the primary is read').toBe(true);
});
