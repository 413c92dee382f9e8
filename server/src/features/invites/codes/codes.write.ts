import type { InsertObject, Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';

/** Returns the ids of those whose code was free. */
export async function insertFreeCodes(tx: Db, rows: InsertObject<DB, 'invite_codes'>[]): Promise<string[]> {
  const kept = await tx
    .insertInto('invite_codes')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .execute();
  return kept.map(({ id }) => id);
}

export const lockCode = (tx: Db, organizationId: string, id: string) =>
  tx
    .selectFrom('invite_codes')
    .select(['id', 'code', 'gym_id', 'use_count'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function updateCode(
  tx: Db,
  organizationId: string,
  id: string,
  changes: Updateable<DB['invite_codes']>,
): Promise<void> {
  await tx
    .updateTable('invite_codes')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCode(tx: Db, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('invite_codes').where('organization_id', '=', organizationId).where('id', '=', id).execute();
}
