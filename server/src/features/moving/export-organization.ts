import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { createZip, type ZipWriter } from '#platform/archive/zip-writer.ts';
import type { Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { actorColumns, fileColumns, readCatalog, type TableFacts } from './catalog.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, type MovedTable, movedTables, PHOTO_FOLDER } from './format.ts';
import { readme } from './readme.ts';
import { writeCsv, writeJson } from './rows.ts';

const { version: PRODUCT_VERSION } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

type Parts = {
  /** Inside the organization's walls. */
  db: Db;
  files: FileStore;
  organizationId: string;
  path: string;
  now: Date;
  /** Hears how far it is, from 0 to 100. */
  onProgress?(percent: number): Promise<void>;
};

/** Few enough rows to stay small in memory, and enough that round trips don't matter. */
const ROWS_AT_A_TIME = 1_000;

/**
 * Writes everything of an organization into a zip file, as of one moment: all rows are read in one snapshot. The file
 * gets its name when it is complete. Only a batch of rows is in memory at a time, whatever the size.
 */
export async function writeExport(parts: Parts): Promise<{ manifest: Manifest; bytes: number }> {
  const unfinished = `${parts.path}.part`;
  const zip = await createZip(unfinished);
  try {
    const manifest = await parts.db.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      await sql`set local timezone = 'UTC'`.execute(tx);
      // The first rows come after all are in order, and a batch of photos may take long to read.
      await sql`set local statement_timeout = '5min'`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);
      return fill(zip, tx, parts);
    });
    const bytes = await zip.finish();
    await rename(unfinished, parts.path);
    return { manifest, bytes };
  } catch (error) {
    await zip.abort().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fill(zip: ZipWriter, tx: Db, { files, organizationId, now, onProgress }: Parts): Promise<Manifest> {
  const catalog = await readCatalog(tx);
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const contents: Manifest['files'] = {};
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product_version: PRODUCT_VERSION,
    made_at: now.toISOString(),
    organization,
    files: contents,
  };
  const steps = movedTables.length + 1;
  const lost = await addPhotos(zip, tx, { files, organizationId, contents });
  for (const [index, moved] of movedTables.entries()) {
    await onProgress?.(Math.floor(((index + 1) / steps) * 100));
    const reader = new TableReader(tx, moved, catalog.get(moved.table)!, organizationId, lost);
    const text = moved.file.endsWith('.csv') ? writeCsv(moved.columns, reader.cells()) : writeJson(reader.objects());
    const written = await zip.add(moved.file, text);
    contents[moved.file] = { ...written, rows: reader.rows };
  }
  contents['README.txt'] = await zip.add('README.txt', once(readme(organization.name)));
  await zip.add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`));
  return manifest;
}

async function* once(text: string) {
  yield text;
}

type Photos = { files: FileStore; organizationId: string; contents: Manifest['files'] };

/** Adds every photo that a moved row shows, and answers the keys of those that are lost. */
async function addPhotos(zip: ZipWriter, tx: Db, { files, organizationId, contents }: Photos): Promise<string[]> {
  const lost: string[] = [];
  const keys = fetchAll<{ key: string }>(
    tx,
    sql`select avatar_key as key from users where organization_id = ${organizationId} and avatar_key is not null
      union select file_key from assets where organization_id = ${organizationId}
      union select file_key from report_files where organization_id = ${organizationId} order by key`,
  );
  for await (const batch of keys)
    for (const { key } of batch) {
      const stored = await files.get(key);
      if (!stored) lost.push(key);
      else contents[PHOTO_FOLDER + key] = await zip.addStored(PHOTO_FOLDER + key, stored.body);
    }
  return lost;
}

type Query = ReturnType<typeof sql>;

/** The rows of a statement in batches, through a cursor of the open transaction. */
async function* fetchAll<R>(tx: Db, query: Query): AsyncGenerator<R[]> {
  await sql`declare moved no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(ROWS_AT_A_TIME)} from moved`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_A_TIME) break;
  }
  await sql`close moved`.execute(tx);
}

/** Reads the moved columns and rows of one table, in the order of its key. */
class TableReader {
  rows = 0;
  readonly #tx: Db;
  readonly #moved: MovedTable;
  readonly #facts: TableFacts;
  readonly #organizationId: string;
  readonly #lost: readonly string[];

  constructor(tx: Db, moved: MovedTable, facts: TableFacts, organizationId: string, lost: readonly string[]) {
    this.#tx = tx;
    this.#moved = moved;
    this.#facts = facts;
    this.#organizationId = organizationId;
    this.#lost = lost;
  }

  async *cells(): AsyncGenerator<(string | null)[][]> {
    const values = sql.join(this.#columns().map(({ value }) => sql`${value}::text`));
    for await (const batch of this.#fetch<{ cells: (string | null)[] }>(sql`json_build_array(${values}) as cells`))
      yield batch.map(({ cells }) => cells);
  }

  async *objects(): AsyncGenerator<string[]> {
    const pairs = sql.join(this.#columns().map(({ name, value }) => sql`${sql.lit(name)}, ${value}`));
    for await (const batch of this.#fetch<{ text: string }>(sql`json_build_object(${pairs})::text as text`))
      yield batch.map(({ text }) => text);
  }

  async *#fetch<R>(selected: Query): AsyncGenerator<R[]> {
    const { table } = this.#moved;
    const order = sql.join(this.#facts.key.map((column) => sql.ref(`t.${column}`)));
    const query = sql`select ${selected} from ${sql.table(table)} t where ${this.#condition()} order by ${order}`;
    for await (const batch of fetchAll<R>(this.#tx, query)) {
      this.rows += batch.length;
      yield batch;
    }
  }

  #columns() {
    const actors = new Set(actorColumns(this.#facts));
    const photos = new Set(fileColumns(this.#facts));
    return this.#moved.columns.map((name) => {
      const column = sql.ref(`t.${name}`);
      if (actors.has(name)) return { name, value: sql`(select u.id from users u where ${this.#isMember(column)})` };
      if (photos.has(name)) return { name, value: sql`nullif(${column}, ${this.#lostOne(column)})` };
      return { name, value: column };
    });
  }

  #isMember(id: Query) {
    return sql`u.id = ${id} and u.organization_id = ${this.#organizationId}`;
  }

  #lostOne(key: Query) {
    return sql`(select lost from unnest(${this.#lost}::text[]) lost where lost = ${key})`;
  }

  #condition(): Query {
    const { table, where } = this.#moved;
    const organization = sql`${this.#organizationId}::uuid`;
    if (table === 'organizations') return sql`t.id = ${organization}`;
    const own =
      'organization_id' in this.#facts.types
        ? sql`t.organization_id = ${organization}`
        : sql`exists (select from users u where ${this.#isMember(sql.ref('t.user_id'))})`;
    // An image that is lost can't be moved, and its row is nothing without it.
    const kept = table === 'assets' ? sql`t.file_key <> all(${this.#lost}::text[])` : sql`true`;
    return sql`${own} and ${kept} and ${sql.raw(where ?? 'true')}`;
  }
}
