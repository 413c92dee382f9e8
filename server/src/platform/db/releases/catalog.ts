import type pg from 'pg';

/** What a database offers to code: names with what matters of them to a statement. */
export type Catalog = {
  /** `table.column`, of views too. */
  columns: Record<string, { type: string; isNullable: boolean; fillsIn: boolean }>;
  /** Constraints and unique indexes, with the columns they are about. */
  rules: Record<string, { table: string; columns: string[]; definition: string }>;
  /** `name(arguments)` with the type of the result. */
  functions: Record<string, string>;
  /** What the tenants' role may do, as `table privilege`. */
  rights: string[];
  /** Everything else that must be alike in two databases of one release: `kind name` with its definition. */
  rest: Record<string, string>;
};

const columnsSql = `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "fillsIn"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  order by 1`;

const rulesSql = `select r.conname || ' of ' || t.relname as name, t.relname as table, pg_get_constraintdef(r.oid) as definition,
    array(select a.attname::text from unnest(r.conkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k order by 1) as columns
  from pg_constraint r join pg_class t on t.oid = r.conrelid
  where t.relnamespace = 'public'::regnamespace and r.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select i.relname || ' of ' || t.relname, t.relname, pg_get_indexdef(i.oid),
    array(select a.attname::text from unnest(x.indkey::int2[]) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k order by 1)
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relnamespace = 'public'::regnamespace and x.indisunique
    and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x'))
  order by 1`;

const functionsSql = `select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
    pg_get_function_result(p.oid) as result
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

const rightsSql = `select table_name || ' ' || privilege_type as "right" from information_schema.role_table_grants
  where grantee = 'spotter_tenant' and table_schema = 'public' order by 1`;

const restSql = `select 'index ' || indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
  union all
  select 'trigger ' || t.tgname || ' of ' || c.relname, pg_get_triggerdef(t.oid) from pg_trigger t
  join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  select 'body of ' || p.oid::regprocedure, md5(p.prosrc) || p.prosecdef || coalesce(array_to_string(p.proconfig, ' '), '')
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'view ' || viewname, definition from pg_views where schemaname = 'public'
  union all
  select 'wall ' || policyname || ' of ' || tablename, concat_ws(' ', roles::text, cmd, qual, with_check)
  from pg_policies where schemaname = 'public'
  union all
  select 'default of ' || d.adrelid::regclass || ' ' || d.adnum, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
  join pg_class c on c.oid = d.adrelid where c.relnamespace = 'public'::regnamespace
  order by 1`;

export async function readCatalog(database: pg.Pool | pg.PoolClient): Promise<Catalog> {
  const rowsOf = async <R>(text: string) => (await database.query(text)).rows as R[];
  const byName = <R extends { name: string }, V>(rows: R[], value: (row: Omit<R, 'name'>) => V) =>
    Object.fromEntries(rows.map(({ name, ...row }) => [name, value(row)]));
  type Column = { name: string } & Catalog['columns'][string];
  type Rule = { name: string } & Catalog['rules'][string];
  return {
    columns: byName(await rowsOf<Column>(columnsSql), (column) => column as Catalog['columns'][string]),
    rules: byName(await rowsOf<Rule>(rulesSql), (rule) => rule as Catalog['rules'][string]),
    functions: byName(await rowsOf<{ name: string; result: string }>(functionsSql), ({ result }) => result),
    rights: (await rowsOf<{ right: string }>(rightsSql)).map(({ right }) => right),
    rest: byName(await rowsOf<{ name: string; definition: string }>(restSql), ({ definition }) => definition),
  };
}
