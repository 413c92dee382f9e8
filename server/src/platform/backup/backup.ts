import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '#platform/db/pool.ts';
import type { FileStore } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { type Manifest, migrationsOf, tablesOf } from './tables.ts';

type Parts = { databaseUrl: string; files: FileStore; folder: string; onProgress?(what: string): void };

/**
 * Writes a backup into a new folder: all rows as of one moment, while the server runs, and every uploaded file. The
 * folder gets its final name when complete, so an aborted backup is never mistaken for one.
 */
export async function backUp({ databaseUrl, files, folder, onProgress = () => {} }: Parts): Promise<Manifest> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'files'), { recursive: true, mode: 0o700 });
  const client = createClient({ connectionString: databaseUrl, application_name: 'spotter backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(client)) {
      const file = `${table.name}.copy.gz`;
      const copy = client.query(copyTo(`copy ${table.name} (${table.columns.join()}) to stdout`));
      await pipeline(copy, createGzip({ level: 6 }), createWriteStream(join(unfinished, file), { mode: 0o600 }));
      tables.push({ ...table, file, rows: copy.rowCount });
      onProgress(`${table.name}: ${copy.rowCount}`);
    }
    const keys = await client.query<{ key: string }>('select key from files order by key');
    const sequences = await client.query<{ name: string; last: string }>(`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null`);
    const manifest: Manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations: await migrationsOf(client),
      tables,
      sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
      files: [],
    };
    // Copying files may take hours, and an open snapshot keeps PostgreSQL from cleaning up after everybody.
    await client.query('commit');
    for (const { key } of keys.rows) {
      const stored = await files.get(key);
      // Deleted after the snapshot of the rows was taken; the next backup has neither.
      if (!stored) continue;
      await writeFile(join(unfinished, 'files', key), stored.body, { mode: 0o600 });
      manifest.files.push(key);
    }
    onProgress(`files: ${manifest.files.length}`);
    await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    await recordBackup(client, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** The operator's desk shows the last one. */
const recordBackup = (client: pg.Client, { tables, files }: Manifest) =>
  client.query('insert into backups (id, row_count, file_count) values ($1, $2, $3)', [
    newId(),
    tables.reduce((sum, { rows }) => sum + rows, 0),
    files.length,
  ]);

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
