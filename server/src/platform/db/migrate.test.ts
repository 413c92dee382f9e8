import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, drop as dropDatabase } from '#testing/database.ts';
import { migrate, migrationsCurrent, readMigrations } from './migrate.ts';
import { LAST_BEFORE, LAST_SQUASHED } from './squashed.ts';

const ownFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

let folder = '';
let pool: pg.Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spotter-migrations-'));
  await cp(ownFolder, folder, { recursive: true });
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
  const { rows } = await pool.query<{ last: number }>(
    "select max(left(name, 4))::int as last from migrations where name ~ '^\\d'",
  );
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
  const path = join(folder, '0003_audit.sql');
  const text = await readFile(path, 'utf8');
  await writeFile(path, 'select 1;');
  await expect(migrate(pool, { folder })).rejects.toThrow('0003_audit.sql was changed');
  await writeFile(path, text);
});

test('refuses two files with one number, and a file without one', async () => {
  const twin = join(folder, '0003_twin.sql');
  await writeFile(twin, 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow('0003_audit.sql and 0003_twin.sql have one number');
  await rm(twin);
  await writeFile(join(folder, 'later.sql'), 'select 1;');
  await expect(migrationsCurrent(pool, folder)).rejects.toThrow('later.sql must begin with a number');
  await rm(join(folder, 'later.sql'));
});

describe('functions', () => {
  const file = () => join(folder, 'functions', 'waitlist.sql');
  let text = '';
  beforeAll(async () => {
    text = await readFile(file(), 'utf8');
  });
  const bodyOf = async (name: string) =>
    (await pool.query('select prosrc, prosecdef from pg_proc where proname = $1', [name])).rows[0];
  const withMark = (mark: string) => text.replaceAll('begin\n', `begin\n  -- ${mark}\n`);

  test('are applied again when their file changes, and sealed', async () => {
    await writeFile(file(), withMark('changed'));
    expect(await migrationsCurrent(pool, folder)).toBe(true);
    expect(await migrate(pool, { folder })).toEqual([]);
    expect(await bodyOf('session_waitlist_hold')).toMatchObject({
      prosrc: expect.stringContaining('-- changed'),
      prosecdef: true,
    });
  });

  test('are all as they were when one of them fails', async () => {
    const other = join(folder, 'functions', 'audit.sql');
    const before = await readFile(other, 'utf8');
    await writeFile(other, before.replaceAll('begin\n', 'begin\n  -- half\n'));
    await writeFile(file(), `${withMark('broken')}\nselect nonsense;`);
    await expect(migrate(pool, { folder })).rejects.toThrow('functions/waitlist.sql failed');
    expect((await bodyOf('audit_log_is_append_only')).prosrc).not.toContain('-- half');
    expect((await bodyOf('session_waitlist_hold')).prosrc).toContain('-- changed');
    await writeFile(other, before);
    await writeFile(file(), withMark('changed'));
  });

  test('of an older release leave those of a newer one alone', async () => {
    const newer = await nextName('newer');
    await writeFile(join(folder, newer), 'select 1;');
    expect(await migrate(pool, { folder })).toEqual([newer]);
    await rm(join(folder, newer));
    await writeFile(file(), withMark('older'));
    await migrate(pool, { folder });
    expect((await bodyOf('session_waitlist_hold')).prosrc).toContain('-- changed');
    expect(await migrationsCurrent(pool, folder)).toBe(true);
    await pool.query('delete from migrations where name = $1', [newer]);
    await writeFile(file(), text);
    await migrate(pool, { folder });
  });

  test('are missing until they have been applied once', async () => {
    await pool.query("delete from migrations where name = 'functions/waitlist.sql'");
    expect(await migrationsCurrent(pool, folder)).toBe(false);
    await migrate(pool, { folder });
    expect(await migrationsCurrent(pool, folder)).toBe(true);
  });
});

describe('a database of the 79 files from before the first release', () => {
  const record = async (names: string[]) => {
    await pool.query('delete from migrations');
    await pool.query("insert into migrations (name, checksum) select name, 'old' from unnest($1::text[]) as name", [
      names,
    ]);
  };
  const recorded = async () =>
    (await pool.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name);

  test('keeps its tables, gets the functions, and is current', async () => {
    await rm(folder, { recursive: true });
    // Later migrations are applied to this database already, whatever it says about itself now.
    const isLater = (path: string) => /^\d/.test(basename(path)) && basename(path) > LAST_SQUASHED;
    await cp(ownFolder, folder, { recursive: true, filter: (path) => !isLater(path) });
    const session = await pool.query('select count(*)::int as n from sessions');
    await record(['0001_platform.sql', '0007_sessions.sql', LAST_BEFORE]);
    expect(await migrate(pool, { folder })).toEqual([]);
    expect(await migrationsCurrent(pool, folder)).toBe(true);
    const names = await recorded();
    expect(names).not.toContain(LAST_BEFORE);
    expect(names.filter((name) => /^\d/.test(name)).at(-1)).toBe(LAST_SQUASHED);
    expect((await pool.query('select count(*)::int as n from sessions')).rows).toEqual(session.rows);
    expect(await migrate(pool, { folder })).toEqual([]);
  });

  test('gets the migrations that came later', async () => {
    await record(['0001_platform.sql', LAST_BEFORE]);
    await writeFile(join(folder, '0015_later.sql'), 'create table came_later (id int);');
    expect(await migrate(pool, { folder })).toEqual(['0015_later.sql']);
  });

  test('is refused when the last of them are missing', async () => {
    await record(['0001_platform.sql', '0007_sessions.sql']);
    await expect(migrate(pool, { folder })).rejects.toThrow(`made before ${LAST_BEFORE}`);
    expect(await recorded()).toEqual(['0001_platform.sql', '0007_sessions.sql']);
  });
});

test('migrations only grow: those that are recorded are there, unchanged, and new ones are recorded', async () => {
  const files = Object.fromEntries((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const known = JSON.parse(await readFile(join(ownFolder, 'checksums.json'), 'utf8'));
  expect(known, 'Restore a migration that was changed. Record a new one with `npm run generate`.').toEqual(files);
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
