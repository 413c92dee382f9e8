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

/** The number after the product's own migrations. */
async function nextName(suffix: string) {
  const { rows } = await pool.query<{ last: number }>('select max(left(name, 4))::int as last from migrations');
  return `${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}_${suffix}.sql`;
}

test('has nothing to apply to a migrated database', async () => {
  expect(await migrationsCurrent(pool, folder)).toBe(true);
  expect(await migrate(pool, { folder })).toEqual([]);
});

test('applies a new file once when processes start together', async () => {
  const name = await nextName('races');
  await writeFile(join(folder, name), 'create table races (id int); select pg_sleep(0.2);');
  expect(await migrationsCurrent(pool, folder)).toBe(false);
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(pool, { folder })));
  expect(runs.flat()).toEqual([name]);
  expect(await migrationsCurrent(pool, folder)).toBe(true);
});

test('rolls back a failing file and names it', async () => {
  const name = await nextName('broken');
  await writeFile(join(folder, name), 'create table half (id int); select nonsense;');
  await expect(migrate(pool, { folder })).rejects.toThrow(name);
  const { rows } = await pool.query(`select to_regclass('half') as half`);
  expect(rows[0]).toEqual({ half: null });
  await rm(join(folder, name));
});

test('refuses a file that was changed after it was applied', async () => {
  await writeFile(join(folder, '0001_platform.sql'), 'select 1;');
  await expect(migrate(pool, { folder })).rejects.toThrow('0001_platform.sql was changed');
});

test('refuses two files with one number, and a file without one', async () => {
  const twin = join(folder, '0002_twin.sql');
  await writeFile(twin, 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow(
    '0002_organizations.sql and 0002_twin.sql have one number',
  );
  await rm(twin);
  await writeFile(join(folder, 'later.sql'), 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow('later.sql must begin with a number');
});

test('reports an empty database as not current', async () => {
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
