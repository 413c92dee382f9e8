import type pg from 'pg';

export type Table = { name: string; columns: string[] };

/** The tables of the product and its queue with their stored columns; generated columns are left out. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'migrations'
    group by 1 order by 1`);
  return rows;
}

export type Migrations = { product: { name: string; checksum: string }[]; queue: number };

/** The applied migrations; functions have no history. */
export async function migrationsOf(client: pg.ClientBase): Promise<Migrations> {
  const product = await client.query(
    "select name, checksum from migrations where name not like 'functions/%' order by name",
  );
  const queue = await client.query('select max(id) as last from graphile_worker.migrations');
  return { product: product.rows, queue: queue.rows[0].last };
}

export type Manifest = {
  format: 1;
  made_at: string;
  migrations: Migrations;
  tables: (Table & { file: string; rows: number })[];
  /** The current value of each sequence. */
  sequences: Record<string, string>;
  files: string[];
};
