import type { Db } from '#platform/db/connect.ts';

/** Returns false when they were a member of the series already. */
export async function addSeriesMember(
  tx: Db,
  { organizationId, seriesId, userId }: { organizationId: string; seriesId: string; userId: string },
): Promise<boolean> {
  const added = await tx
    .insertInto('session_series_members')
    .values({ organization_id: organizationId, series_id: seriesId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}
