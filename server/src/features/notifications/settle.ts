import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { News } from '#platform/events/tell.ts';
import { type AddressedEvent, takeScopeLock } from '#platform/events/write.ts';

type Asked = { friendRequestId: string } | { sessionId: string; proposalId: string };
type Settled = { organizationId: string; takenBack?: boolean } & Asked;

/** An answered question counts as read; a withdrawn one is deleted. */
export const settled = (asked: Settled): News => ({
  scope: asked.organizationId,
  write: (tx) => settle(tx, asked),
});

/** Takes the organization's lock before the rows, like every writer. Skips rows another transaction holds. */
async function settle(tx: Db, { organizationId, takenBack = false, ...asked }: Settled): Promise<AddressedEvent[]> {
  await takeScopeLock(tx, organizationId);
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
  const unread = await unreadCounts(
    tx,
    organizationId,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ id, user_id }) => ({
    type: 'notification.read',
    data: { notification_id: id, unread_count: unread.get(user_id) ?? 0 },
    to: [user_id],
  }));
}

async function unreadCounts(tx: Db, organizationId: string, people: string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select user_id, count(*)::int as unread from notifications
    where organization_id = ${organizationId} and user_id = any(${people}::uuid[]) and read_at is null
    group by user_id`.execute(tx);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}
