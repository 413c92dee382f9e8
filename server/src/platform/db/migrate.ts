import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { adoptSquashed } from './squashed.ts';
import { ensureTenantRole } from './tenant-role.ts';

/** A file of SQL; its name is how the database records it. */
type SqlFile = { name: string; sql: string; checksum: string };

const ownFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const FUNCTIONS = 'functions/';

/** Any number, as long as every release uses the same one. */
const migrationLock = 7_270_001;

/**
 * Applies missing migrations in order, then the functions and triggers that have changed, and returns the names of the
 * migrations. Safe when several processes start together.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = ownFolder, last }: { folder?: string; last?: string | undefined } = {},
): Promise<string[]> {
  const known = await readMigrations(folder);
  const migrations = known.filter(({ name }) => last === undefined || name <= last);
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await begin(client);
    await ensureTenantRole(client);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    await adoptSquashed(client, known);
    await client.query('commit');
    for (const migration of migrations) {
      if (await applyOnce(client, migration)) applied.push(migration.name);
    }
    // Those of this release may need the tables of all its migrations.
    if (migrations.length === known.length) await applyFunctions(client, folder, known);
    client.release();
    return applied;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Whether the database has everything this release needs. A newer one, during a release, is current too: it may have
 * changed functions, never applied migrations.
 */
export async function migrationsCurrent(pool: pg.Pool, folder = ownFolder): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return false;
  const recorded = await recordedIn(pool);
  return (
    (await readMigrations(folder)).every(({ name, checksum }) => recorded.get(name) === checksum) &&
    (await readFunctions(folder)).every(({ name }) => recorded.has(name))
  );
}

const recordedIn = async (client: pg.Pool | pg.PoolClient): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

/** The lock belongs to the transaction, so it also works behind a connection pooler. */
async function begin(client: pg.PoolClient): Promise<void> {
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
}

/** One transaction per file. */
async function applyOnce(client: pg.PoolClient, migration: SqlFile): Promise<boolean> {
  await begin(client);
  const checksum = (await recordedIn(client)).get(migration.name);
  if (checksum !== undefined && checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was changed after it had been applied. Restore it, and put the change into a new file.`,
    );
  }
  if (checksum === undefined) await apply(client, migration);
  await client.query('commit');
  return checksum === undefined;
}

/**
 * Functions and triggers have no history: a file that has changed is applied again, all such files in one transaction.
 * A release that is older than the database leaves the newer ones alone.
 */
async function applyFunctions(client: pg.PoolClient, folder: string, known: SqlFile[]): Promise<void> {
  await begin(client);
  const recorded = await recordedIn(client);
  const own = new Set(known.map(({ name }) => name));
  const isOlder = [...recorded.keys()].some((name) => !name.startsWith(FUNCTIONS) && !own.has(name));
  const changed = (await readFunctions(folder)).filter(({ name, checksum }) => recorded.get(name) !== checksum);
  if (!isOlder && changed.length > 0) {
    // They call each other, whatever the order of their files.
    await client.query('set local check_function_bodies = off');
    for (const file of changed) await apply(client, file);
    await client.query('select seal_functions()');
  }
  await client.query('commit');
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(sql).catch((cause: Error) => {
    throw new Error(`Migration ${name} failed: ${cause.message}`, { cause });
  });
  await client.query(
    `insert into migrations (name, checksum) values ($1, $2)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}

/** Numbers may have gaps, because parallel changes reserve theirs in advance. A gap is never filled later. */
export async function readMigrations(folder = ownFolder): Promise<SqlFile[]> {
  const files = await readFiles(folder, '');
  for (const [index, { name }] of files.entries()) {
    const before = files[index - 1]?.name ?? '';
    if (!/^\d{4}_/.test(name)) throw new Error(`Migration ${name} must begin with a number of four digits.`);
    if (name.slice(0, 4) === before.slice(0, 4)) throw new Error(`Migrations ${before} and ${name} have one number.`);
  }
  return files;
}

const readFunctions = (folder: string) => readFiles(folder, FUNCTIONS);

async function readFiles(folder: string, prefix: string): Promise<SqlFile[]> {
  const names = (await readdir(join(folder, prefix))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, prefix, name), 'utf8');
      // Different line endings are not a change.
      const sql = text.replaceAll('\r\n', '\n');
      return { name: prefix + name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
