import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const holdersStatement = statement('lock-holders', { role: 'text', organizationId: 'uuid?' })<{ id: string }>(
  `select id from users where role = $role and is_active and ($organizationId is null or organization_id = $organizationId)
  order by id for update`,
);

/** Everyone active with this role, of one organization or of all, in one order. */
export async function lockHolders(tx: Db, values: { role: string; organizationId: string | null }): Promise<string[]> {
  const holders = await run(tx, holdersStatement, values);
  return holders.map(({ id }) => id);
}
