import type { Db } from '#platform/db/connect.ts';

/** Those of these gyms that are open, in one order. */
export const lockOpenGyms = (tx: Db, organizationId: string, ids: readonly string[]) =>
  tx
    .selectFrom('gyms')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();

export async function markHoursSet(tx: Db, organizationId: string, gymIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('gyms')
    .set({ hours_set_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', gymIds)
    .execute();
}
