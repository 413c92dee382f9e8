import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#platform/db/migrate.ts';
import { createPool } from '#platform/db/pool.ts';
import { LAST_BEFORE, LAST_SQUASHED } from '#platform/db/squashed.ts';
import { contentTypeOf, type FileStore } from '#platform/file-store.ts';
import { installJobs } from '#platform/jobs/runner.ts';
import type { Logger } from '#platform/log.ts';
import { type Manifest, migrationsOf } from './tables.ts';

type Parts = { databaseUrl: string; files: FileStore; folder: string; log: Logger };

/**
 * Restores a backup into an empty database: the schema of that time, all rows in one transaction, then later
 * migrations. The database checks every row again before the commit.
 */
export async function restore({ databaseUrl, files, folder, log }: Parts): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const pool = createPool({ connectionString: databaseUrl, max: 2, application_name: 'spotter restore' }, (err) =>
    log.warn({ err }, 'a database connection was lost'),
  );
  try {
    if (await holdsPeople(pool))
      throw new Error('The database is not empty. Restore into a new one, or a new DATA_DIR.');
    await migrate(pool, { last: lastOf(manifest) });
    await installJobs(databaseUrl, log);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local statement_timeout = 0');
      await fill(client, manifest, folder);
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    await migrate(pool);
    await pool.query('select renumber_events()');
    // A backup holds no keys: the first process that starts on it brings its own.
    await pool.query('update keys_in_use set is_current = false');
    for (const key of manifest.files) {
      const type = contentTypeOf(key);
      if (type) await files.put(key, await readFile(join(folder, 'files', key)), type);
    }
    return manifest;
  } finally {
    await pool.end();
  }
}

const lastOf = ({ migrations: { product } }: Manifest): string | undefined => {
  const last = product.at(-1)?.name;
  return last === LAST_BEFORE ? LAST_SQUASHED : last;
};

async function holdsPeople(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('public.users') is not null as there`);
  if (!rows[0].there) return false;
  return (await pool.query('select exists (select from users) as found')).rows[0].found;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no manifest.json.`);
  });
  return JSON.parse(text);
}

/**
 * Rows come in any order and already counted, so foreign keys are dropped and counting triggers disabled until all are
 * in. Adding the foreign keys back checks every row.
 */
async function fill(client: pg.PoolClient, manifest: Manifest, folder: string) {
  const { migrations, tables, sequences } = manifest;
  const made = await migrationsOf(client);
  // The same tables by other files.
  const wasSquashed = lastOf(manifest) !== migrations.product.at(-1)?.name;
  const expected = wasSquashed ? { ...migrations, product: made.product } : migrations;
  if (JSON.stringify(made) !== JSON.stringify(expected))
    throw new Error(
      'This release makes other tables than the one that wrote the backup. Restore with that release first.',
    );
  const { rows: references } = await client.query<{ name: string; table: string; definition: string }>(`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  const { rows: forced } = await client.query<{ name: string }>(`
    select format('%I.%I', relnamespace::regnamespace::text, relname) as name from pg_class where relforcerowsecurity`);
  const walled = new Set(forced.map(({ name }) => name));
  for (const { name, columns, file, rows } of tables) {
    // The tenant walls would keep the owner from copying rows in.
    const isWalled = walled.has(name);
    if (isWalled) await client.query(`alter table ${name} no force row level security`);
    await client.query(`alter table ${name} disable trigger user`);
    await client.query(`delete from ${name}`);
    const copy = client.query(copyFrom(`copy ${name} (${columns.join()}) from stdin`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), copy);
    if (copy.rowCount !== rows) throw new Error(`${file} holds ${copy.rowCount} rows, ${rows} were written.`);
    await client.query(`alter table ${name} enable trigger user`);
    if (isWalled) await client.query(`alter table ${name} force row level security`);
  }
  for (const { name, table, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const [name, last] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, last]);
  await client.query('analyze');
}
