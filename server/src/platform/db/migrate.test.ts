import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, drop as dropDatabase } from '#testing/database.ts';
import { migrate, migrationsCurrent } from './migrate.ts';

let folder = '';
let pool: pg.Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spotter-migrations-'));
  await cp(fileURLToPath(new URL('../../../migrations/', import.meta.url)), folder, { recursive: true });
  const database = await cloneDatabase();
  drop = database.drop;
  pool = new pg.Pool({ connectionString: database.url });
});

afterAll(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true });
});

/** The number that comes after those of the product itself. */
async function nextName(suffix: string) {
  const { rows } = await pool.query<{ last: number }>('select max(left(name, 4))::int as last from migrations');
  return `${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}_${suffix}.sql`;
}

test('a migrated database is current and has nothing left to apply', async () => {
  expect(await migrationsCurrent(pool, folder)).toBe(true);
  expect(await migrate(pool, { folder })).toEqual([]);
});

test('processes that start together apply a new file once', async () => {
  const name = await nextName('races');
  await writeFile(join(folder, name), 'create table races (id int); select pg_sleep(0.2);');
  expect(await migrationsCurrent(pool, folder)).toBe(false);
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(pool, { folder })));
  expect(runs.flat()).toEqual([name]);
  expect(await migrationsCurrent(pool, folder)).toBe(true);
});

test('a file that fails leaves nothing behind and names itself', async () => {
  const name = await nextName('broken');
  await writeFile(join(folder, name), 'create table half (id int); select nonsense;');
  await expect(migrate(pool, { folder })).rejects.toThrow(name);
  const { rows } = await pool.query(`select to_regclass('half') as half`);
  expect(rows[0]).toEqual({ half: null });
  await rm(join(folder, name));
});

test('a file that was changed after it had been applied is refused', async () => {
  await writeFile(join(folder, '0001_platform.sql'), 'select 1;');
  await expect(migrate(pool, { folder })).rejects.toThrow('0001_platform.sql was changed');
});

test('two files with one number, and a file without one, are refused', async () => {
  const twin = join(folder, '0002_twin.sql');
  await writeFile(twin, 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow(
    '0002_organizations.sql and 0002_twin.sql have one number',
  );
  await rm(twin);
  await writeFile(join(folder, 'later.sql'), 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow('later.sql must begin with a number');
});

test('an empty database is not current', async () => {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const empty = `${rows[0]?.name}_empty`;
  await pool.query(`create database ${empty}`);
  const other = new pg.Pool({ connectionString: urlOf(empty) });
  expect(await migrationsCurrent(other)).toBe(false);
  await other.end();
  await dropDatabase(empty);
});

function urlOf(database: string) {
  const url = new URL(pool.options.connectionString ?? '');
  url.pathname = `/${database}`;
  return url.href;
}
