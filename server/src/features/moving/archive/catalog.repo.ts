import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type ForeignKey = { name: string; columns: string[]; table: string; referred: string[] };
export type TableFacts = {
  key: string[];
  /** The type of each column. */
  types: Record<string, string>;
  foreignKeys: ForeignKey[];
};

const catalogStatement = statement(
  'catalog',
  {},
)<{ name: string } & TableFacts>(
  `select c.relname as name,
    coalesce((select json_agg(a.attname order by array_position(k.conkey, a.attnum)) from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.conrelid = c.oid and k.contype = 'p'), '[]') as key,
    (select json_object_agg(a.attname, format_type(a.atttypid, null)) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as types,
    coalesce((select json_agg(json_build_object(
        'name', k.conname,
        'columns', (select json_agg(a.attname order by array_position(k.conkey, a.attnum)) from pg_attribute a
          where a.attrelid = k.conrelid and a.attnum = any(k.conkey)),
        'table', k.confrelid::regclass::text,
        'referred', (select json_agg(a.attname order by array_position(k.confkey, a.attnum)) from pg_attribute a
          where a.attrelid = k.confrelid and a.attnum = any(k.confkey))))
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
);

/** What the database knows about each of its tables: key, columns and what they refer to. */
export async function readCatalog(db: Db): Promise<Map<string, TableFacts>> {
  const rows = await run(db, catalogStatement, {});
  return new Map(rows.map(({ name, ...facts }) => [name, facts]));
}

export const hasOrganization = ({ types }: TableFacts): boolean => 'organization_id' in types;

/**
 * Columns that name a person without naming the organization. Besides members, an emulating super admin may be in them,
 * who isn't moved.
 */
export const actorColumns = (facts: TableFacts): string[] =>
  hasOrganization(facts)
    ? facts.foreignKeys.flatMap(({ columns, table }) => (table === 'users' && columns.length === 1 ? columns : []))
    : [];

/** Columns that name a stored file. */
export const fileColumns = ({ foreignKeys }: TableFacts): string[] =>
  foreignKeys.flatMap(({ columns, table }) => (table === 'files' ? columns : []));
