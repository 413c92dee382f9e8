import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { type Connection, connect } from './connect.ts';
import { statementNames } from './prepared.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const prepared = async () => {
  const { rows } = await connection.pool.query('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement as string);
};

test('prepares a statement once, from its second use', async () => {
  const { db } = connection;
  const twice = (id: number) => db.transaction().execute((tx) => sql`select ${id}::int as twice`.execute(tx));
  await twice(1);
  expect(await prepared()).toEqual([]);
  for (const id of [2, 3, 4]) expect((await twice(id)).rows).toEqual([{ twice: id }]);
  expect(await prepared()).toEqual(['select $1::int as twice']);
});

test('fails at most once after a table has changed', async () => {
  const { db, pool } = connection;
  await pool.query('create table things (id int); insert into things values (1)');
  const all = () => sql`select * from things where id = ${1}`.execute(db);
  for (let time = 0; time < 3; time += 1) await all();
  await pool.query('alter table things add column name text');
  await all().catch(() => {});
  expect((await all()).rows).toEqual([{ id: 1, name: null }]);
});

test('limits the number of kept statements', () => {
  const { nameOf } = statementNames({ mostTexts: 3 });
  const named = [1, 2, 3, 4, 5].map((length) => [1, 2, 3].map(() => nameOf(`select $1::int as n${length}`)).at(-1));
  expect(named).toEqual(['built-0', 'built-1', 'built-2', undefined, undefined]);
});
