import type { Db } from '#platform/db/connect.ts';
import { run, statement, variants } from '#platform/db/statement.ts';

const tablesStatement = statement(
  'tenant-tables',
  {},
)<{ name: string }>(
  `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id'
    and not a.attisdropped order by 1`,
);

/** Every table whose rows belong to an organization. */
export const readTenantTables = async (db: Db): Promise<string[]> =>
  (await run(db, tablesStatement, {})).map(({ name }) => name);

const withoutTimeLimit = statement('sizes-without-time-limit', {})('set local statement_timeout = 0');
type Size = { organization_id: string; bytes: string };
const tableVariant = variants({})<Size>();

/** A table's size with its indexes, shared out by the bytes of the rows. */
export async function readSizesIn(tx: Db, table: string): Promise<Size[]> {
  await run(tx, withoutTimeLimit, {});
  const sizes = tableVariant(
    `sizes-in ${table}`,
    () => `with counted as (
      select organization_id, sum(pg_column_size(t)) as bytes from "${table}" t group by organization_id),
    shared as (
      select organization_id,
        (bytes * pg_total_relation_size('"${table}"'::regclass) / sum(bytes) over ())::bigint as bytes from counted)
    select organization_id, bytes from shared where organization_id is not null`,
  );
  return run(tx, sizes, {});
}

const fileSizesStatement = statement(
  'file-sizes',
  {},
)<Size>(
  `select organization_id, sum(bytes) as bytes from files where organization_id is not null group by organization_id`,
);

export async function readFileSizes(db: Db): Promise<Map<string, number>> {
  const rows = await run(db, fileSizesStatement, {});
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
