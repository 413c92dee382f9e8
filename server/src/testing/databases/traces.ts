import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

/** Tables with rows of this organization. A demo's line in the operator's list and the audit trail outlive it. */
export async function tracesOf(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'
      and table_name not in ('demo_sessions', 'audit_log')`.execute(db);
  const found: string[] = [];
  for (const { table } of rows) {
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where organization_id = ${organizationId}`.execute(db);
    if (counted.rows[0]?.count) found.push(table);
  }
  return found;
}
