import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { type Connection, connect } from './connect.ts';
import { preparedReads, readsInside } from './reads.ts';
import { run, type Statement, statement, variants } from './statement.ts';

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

test('numbers names in the order they appear, each as its type', () => {
  const made = statement('names', { first: 'uuid', others: 'uuid[]?' })<unknown>(
    'select $first where id = any($others) or id = $first or $others[1] is null',
  );
  expect(made.text).toBe('select $1::uuid where id = any(($2::uuid[])) or id = $1::uuid or ($2::uuid[])[1] is null');
});

test('leaves dollar signs in quotes, comments and other names unchanged', () => {
  const kept = `'it''s $n' "a $n" -- isn't $n\n/* $n */ $$ $n $$ $tag$ $n $$ $tag$ a$n`;
  const { text } = statement('dollars', { n: 'int' })(`${kept} $n::bigint`);
  expect(text).toBe(`${kept} $1::int::bigint`);
});

test('rejects a name that is not declared, not used, or a number', () => {
  expect(() => statement('missing', { a: 'int' })('select $a, $b')).toThrow('missing is not given $b');
  expect(() => statement('unused', { a: 'int', b: 'int' })('select $a')).toThrow('unused makes no use of $b');
  expect(() => statement('numbers', { a: 'int' })('select $a, $1')).toThrow('numbers is not given $1');
});

test('rejects another text under the same name', () => {
  statement('taken', {})('select 1');
  statement('taken', {})('select 1');
  expect(() => statement('taken', {})('select 2')).toThrow('Two statements are called taken');
});

test('prepares once per connection, inside and outside a transaction', async () => {
  const sum = statement('sum', { a: 'int', b: 'int?' })<{ sum: number }>('select $b + $a + $a as sum');
  const { pool, db } = connection;
  const read = preparedReads(pool);
  expect(await read(sum, { a: 1, b: 40 })).toEqual([{ sum: 42 }]);
  const inside = await db.transaction().execute((tx) => run(tx, sum, { a: 2, b: null }));
  expect(inside).toEqual([{ sum: null }]);
  const { rows } = await pool.query(`select name from pg_prepared_statements where statement like '%as sum'`);
  expect(rows).toEqual([{ name: 'sum' }]);
});

test('plans once for all values where a statement asks for it, and nothing after it', async () => {
  const { pool } = connection;
  const read = readsInside(pool, { organizationId: '0199c82c-c000-7001-881b-206a89f89d5b' });
  const once = statement('planned-once', { n: 'int' }, { onePlan: true })('select $n as once');
  const anew = statement('planned-anew', { n: 'int' })('select $n as anew');
  for (const n of [1, 2]) {
    await read(once, { n });
    await read(anew, { n });
  }
  const { rows } = await pool.query(
    `select name, generic_plans::int, custom_plans::int from pg_prepared_statements where name like '%planned-%' order by name`,
  );
  expect(rows).toEqual([
    { name: 't:planned-anew', generic_plans: 0, custom_plans: 2 },
    { name: 't:planned-once', generic_plans: 2, custom_plans: 0 },
  ]);
});

test('requires the values it declares', () => {
  const made = statement('typed', { id: 'uuid', until: 'timestamptz?' })<{ n: number }>('select $id, $until');
  expectTypeOf(made).toEqualTypeOf<
    Statement<{ readonly id: string; readonly until: Date | string | null }, { n: number }>
  >();
});

test('creates each variant once, with the values it uses, and names only a few', () => {
  const variant = variants({ id: 'uuid', from: 'int?', to: 'int?' }, { most: 2 })();
  const from = variant('v:from', () => 'select $from, $id');
  expect(from).toMatchObject({ name: 'v:from', text: 'select $1::int, $2::uuid', names: ['from', 'id'] });
  expect(variant('v:from', () => 'select 1')).toBe(from);
  expect(variant('v:to', () => 'select $id, $to').name).toBe('v:to');
  expect(variant('v', () => 'select $id').name).toBeNull();
  expect(() => variant('v:nobody', () => 'select $to')).toThrow('v:nobody makes no use of $id');
});

test('distinguishes names that PostgreSQL would cut to the same', () => {
  const variant = variants({ id: 'uuid' })();
  const names = ['a', 'b'].map((end) => variant(`${'long'.repeat(20)}:${end}`, () => 'select $id').name ?? '');
  expect(new Set(names.map((name) => name.slice(0, 63))).size).toBe(2);
  expect(names.every((name) => name.length <= 63)).toBe(true);
});
