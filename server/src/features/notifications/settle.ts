import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { emit } from '#platform/events/emit.ts';

/**
 * What a notification asked is answered, so it counts as read; what was taken back is as if it had never been told.
 * Never waits: a row somebody is marking at this moment is left to them.
 */
export async function settle(tx: Db, { organizationId, takenBack = false, ...asked }: Settled): Promise<void> {
  const about =
    'friendRequestId' in asked
      ? sql`friend_request_id = ${asked.friendRequestId}`
      : sql`session_id = ${asked.sessionId} and data ->> 'proposal_id' = ${asked.proposalId}`;
  const ids = sql`(select id from notifications
    where organization_id = ${organizationId} and ${about} for update skip locked)`;
  const { rows } = await sql<{ id: string; user_id: string }>`${
    takenBack
      ? sql`delete from notifications where organization_id = ${organizationId} and id in ${ids}`
      : sql`update notifications set read_at = now() where organization_id = ${organizationId} and read_at is null and id in ${ids}`
  } returning id, user_id`.execute(tx);
  for (const { id, user_id } of rows) {
    const { rows: unread } = await sql<{ unread_count: number }>`
      select count(*)::int as unread_count from notifications
      where organization_id = ${organizationId} and user_id = ${user_id} and read_at is null`.execute(tx);
    await emit(tx, {
      scope: organizationId,
      type: 'notification.read',
      data: { notification_id: id, ...unread[0]! },
      to: [user_id],
    });
  }
}

type Asked = { friendRequestId: string } | { sessionId: string; proposalId: string };
type Settled = { organizationId: string; takenBack?: boolean } & Asked;
