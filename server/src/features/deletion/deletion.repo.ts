import type { Db } from '#platform/db/connect.ts';

/** Everyone active with this role, in one order. */
export async function lockHolders(
  tx: Db,
  { role, organizationId }: { role: string; organizationId: string | null },
): Promise<string[]> {
  const holders = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', role)
    .where('is_active', '=', true)
    .$if(organizationId !== null, (query) => query.where('organization_id', '=', organizationId))
    .orderBy('id')
    .forUpdate()
    .execute();
  return holders.map(({ id }) => id);
}
