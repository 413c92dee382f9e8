import type pg from 'pg';
import { newId } from '#platform/ids.ts';

/**
 * Gives an organization a twin whose rows have the same ids and differ only in `organization_id`: a statement that
 * forgets that condition finds them. Its members are swapped, so that even a bare "does it exist" differs. All
 * constraints that forbid twins are dropped from this database.
 */
export async function addTwinTenant(pool: pg.Pool, organizationId: string): Promise<string> {
  const twin = newId();
  const client = await pool.connect();
  const rowsOf = async <R>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as R[];
  try {
    const tables = await rowsOf<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id' and not a.attisdropped`);
    await takeOffConstraints(client);
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
    const people = await rowsOf<{ id: string }>('select id from users where organization_id = $1 order by id', [
      organizationId,
    ]);
    const ids = people.map(({ id }) => id);
    for (const { name } of tables) {
      const columns = await rowsOf<{ name: string; type: string }>(
        `select quote_ident(attname) as name, atttypid::regtype::text as type from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      );
      // Shifts the members by a different number each time.
      for (const step of ids.keys()) {
        const standIn = (column: string) =>
          `($3::uuid[])[1 + (array_position($3::uuid[], t.${column}) - 1 + ${step}) % ${ids.length}]`;
        const values = columns.map((column) => {
          if (column.name === 'organization_id') return '$2::uuid';
          return column.type === 'uuid' ? `coalesce(${standIn(column.name)}, t.${column.name})` : `t.${column.name}`;
        });
        await client.query(
          `insert into ${name} (${columns.map((column) => column.name).join()}) select ${values.join()} from ${name} t
           where t.organization_id = $1 and $3::uuid[] is not null on conflict do nothing`,
          [organizationId, twin, ids],
        );
      }
    }
    await client.query('analyze');
    return twin;
  } finally {
    client.release();
  }
}

/** Foreign keys, checks, and uniqueness beyond one organization. */
async function takeOffConstraints(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(`
    select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop
    from pg_constraint k where connamespace = 'public'::regnamespace and (contype in ('f', 'c') or contype in ('p', 'u')
      and not exists (select from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname in ('organization_id', 'scope_id')))
      and conrelid <> 0
    union all
    select format('drop index if exists %s', indexrelid::regclass) from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = i.indexrelid)
      and not exists (select from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = 'organization_id')`);
  for (const { drop } of rows) await client.query(drop);
}
