import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { ensureTenantRole } from './tenant-role.ts';

type Migration = { name: string; sql: string; checksum: string };

const ownFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Any number, as long as every release uses the same one. */
const migrationLock = 7_270_001;

/** Applies missing migrations in order and returns their names. Safe when several processes start together. */
export async function migrate(
  pool: pg.Pool,
  { folder = ownFolder, last }: { folder?: string; last?: string | undefined } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => last === undefined || name <= last);
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await begin(client);
    await ensureTenantRole(client);
    await client.query('commit');
    for (const migration of migrations) {
      if (await applyOnce(client, migration)) applied.push(migration.name);
    }
    await sealFunctions(client);
    client.release();
    return applied;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Whether the database has everything this release needs. A newer one, during a release, is current too. */
export async function migrationsCurrent(pool: pg.Pool, folder = ownFolder): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return false;
  const recorded = await pool.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const checksums = new Map(recorded.rows.map((row) => [row.name, row.checksum]));
  return (await readMigrations(folder)).every((migration) => checksums.get(migration.name) === migration.checksum);
}

/** The lock belongs to the transaction, so it also works behind a connection pooler. */
async function begin(client: pg.PoolClient): Promise<void> {
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
}

/** Functions that run as the owner trust nothing of their caller (migration 0030). */
async function sealFunctions(client: pg.PoolClient): Promise<void> {
  await begin(client);
  const { rows } = await client.query<{ there: boolean }>(`select to_regproc('seal_functions') is not null as there`);
  if (rows[0]?.there) await client.query('select seal_functions()');
  await client.query('commit');
}

/** One transaction per file. */
async function applyOnce(client: pg.PoolClient, migration: Migration): Promise<boolean> {
  await begin(client);
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ checksum: string }>('select checksum from migrations where name = $1', [
    migration.name,
  ]);
  const known = rows[0];
  if (known && known.checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was changed after it had been applied. Restore it, and put the change into a new file.`,
    );
  }
  if (!known) {
    await client.query(migration.sql).catch((cause: Error) => {
      throw new Error(`Migration ${migration.name} failed: ${cause.message}`, { cause });
    });
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
  }
  await client.query('commit');
  return !known;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name, index) => readMigration(folder, name, names[index - 1])));
}

/** Numbers may have gaps, because parallel changes reserve theirs in advance. */
async function readMigration(folder: string, name: string, before = ''): Promise<Migration> {
  if (!/^\d{4}_/.test(name)) throw new Error(`Migration ${name} must begin with a number of four digits.`);
  if (name.slice(0, 4) === before.slice(0, 4)) throw new Error(`Migrations ${before} and ${name} have one number.`);
  const text = await readFile(`${folder}/${name}`, 'utf8');
  // Different line endings are not a change.
  const sql = text.replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
