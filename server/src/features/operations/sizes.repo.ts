import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** Every table whose rows belong to an organization. */
export async function readTenantTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
      and not a.attisdropped order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** A table's size with its indexes, shared out by the bytes of the rows. */
export async function readSizesIn(tx: Db, table: string): Promise<{ organization_id: string; bytes: string }[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ organization_id: string | null; bytes: string }>`
    with counted as (
      select organization_id, sum(pg_column_size(t)) as bytes from ${sql.table(table)} t group by organization_id)
    select organization_id,
      (bytes * pg_total_relation_size(${table}::regclass) / sum(bytes) over ())::bigint as bytes from counted`.execute(
    tx,
  );
  return rows.filter((row): row is { organization_id: string; bytes: string } => row.organization_id !== null);
}

export async function readFileSizes(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ organization_id: string; bytes: string }>`
    select organization_id, sum(bytes) as bytes from files where organization_id is not null
    group by organization_id`.execute(db);
  return new Map(rows.map(({ organization_id, bytes }) => [organization_id, Number(bytes)]));
}

const replaceStatement = statement('replace-sizes', { sizes: 'jsonb' })(
  `insert into organization_sizes as s (organization_id, database_bytes, file_bytes)
  select o.id, given.database_bytes, given.file_bytes
  from jsonb_to_recordset($sizes) as given (id uuid, database_bytes bigint, file_bytes bigint)
    join organizations o on o.id = given.id
  on conflict (organization_id) do update set database_bytes = excluded.database_bytes,
    file_bytes = excluded.file_bytes, counted_at = now()`,
);

type Sizes = { database: ReadonlyMap<string, number>; files: ReadonlyMap<string, number> };

/** An organization that was removed meanwhile has none. */
export const replaceSizes = (tx: Db, { database, files }: Sizes) =>
  run(tx, replaceStatement, {
    sizes: JSON.stringify(
      [...database].map(([id, bytes]) => ({ id, database_bytes: bytes, file_bytes: files.get(id) ?? 0 })),
    ),
  });
