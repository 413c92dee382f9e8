import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { connect } from './connect.ts';
import { ask } from './prepared-query.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: ReturnType<typeof connect>;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  client = await connection.pool.connect();
  await client.query('create table spots (id int primary key)');
});
afterAll(async () => {
  client.release();
  await connection.close();
  await database.drop();
});

const values = [7, 'Zoë', null, new Date('2026-11-16T08:00:00Z'), ['a', null, 'c,"d'], { days: [1, 2] }, true];
const text = `select $1::int as count, $2::text as name, $3::text as nothing, $4::timestamptz as at, $5::text[] as tags,
  $6::jsonb as plan, $7::boolean as open, 5000000000::bigint as large, date '2026-11-16' as day`;

test("gives pg's rows, named or not, however often", async () => {
  const { rows, command, rowCount } = await client.query({ text, values });
  for (const name of ['kept', 'kept', undefined, undefined])
    expect(await ask(client, { name, text, values })).toMatchObject({ rows, command, rowCount });
});

test('asks for the columns of a named statement once per connection', async () => {
  const describe = vi.spyOn(client.connection, 'describe');
  const named = { name: 'once', text: 'select n from generate_series(1, $1::int) as n', values: [2] };
  const removing = { name: 'without rows', text: 'delete from spots where id = $1', values: [2] };
  // Sent together, the second one's description is on its way already.
  await Promise.all([ask(client, named), ask(client, named)]);
  await ask(client, removing);
  const before = describe.mock.calls.length;
  expect((await ask(client, named)).rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect((await ask(client, removing)).rows).toEqual([]);
  expect(describe.mock.calls.length).toBe(before);
  expect(before).toBeGreaterThan(0);
  describe.mockRestore();
});

test('works again after a statement failed', async () => {
  const insert = { name: 'insert', text: 'insert into spots values ($1)', values: [1] };
  await ask(client, insert);
  await expect(ask(client, insert)).rejects.toMatchObject({ code: '23505' });
  await expect(ask(client, { name: 'broken', text: 'select $1::int from nowhere', values: [1] })).rejects.toThrow(
    'relation "nowhere" does not exist',
  );
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  await expect(ask(client, { name: 'insert', text: insert.text, values: [circular] })).rejects.toThrow('circular');
  expect((await ask(client, { ...insert, values: [2] })).rowCount).toBe(1);
});
