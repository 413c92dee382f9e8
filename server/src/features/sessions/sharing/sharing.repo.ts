import type { Db } from '#platform/db/connect.ts';

/** Null revokes the link. */
export async function setShareToken(
  tx: Db,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
  token: string | null,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ share_token: token })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .execute();
}
