import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { News } from '#platform/events/tell.ts';
import type { AddressedEvent } from '#platform/events/write.ts';

type Asked =
  | { friendRequestId: string }
  | { sessionId: string; proposalId: string }
  | { conversationId: string; userId: string };
type Settled = { organizationId: string; takenBack?: boolean } & Asked;
/** `fold`: only the notification that is folded under it. */
type Joined = { organizationId: string; sessionId: string; userId: string; fold?: string };

/**
 * An answered question and a read conversation count as read; a withdrawn question is deleted. Messages that are read as
 * they come would each stay in the list, so it keeps only the newest row of a conversation.
 */
export const settled = (asked: Settled): News => ({
  scope: asked.organizationId,
  write: (tx) => settle(tx, asked),
});

/** Skips rows another transaction holds. */
async function settle(tx: Db, { organizationId, takenBack = false, ...asked }: Settled): Promise<AddressedEvent[]> {
  const about = aboutSql(asked);
  const ids = sql`(select id from notifications
    where organization_id = ${organizationId} and ${about} for update skip locked)`;
  // Rows that leave the list stay: the governor still needs to know when they were sent.
  const older = sql`with ours as (
      select id, read_at from notifications where organization_id = ${organizationId} and ${about} and in_app
    ), older as (
      update notifications set in_app = false where organization_id = ${organizationId}
        and id in (select id from ours where read_at is not null) and exists (select from ours where read_at is null)
    )`;
  const { rows } = await sql<{ id: string; user_id: string }>`${'conversationId' in asked ? older : sql``} ${
    takenBack
      ? sql`delete from notifications where organization_id = ${organizationId} and id in ${ids}`
      : sql`update notifications set read_at = now() where organization_id = ${organizationId} and read_at is null and id in ${ids}`
  } returning id, user_id`.execute(tx);
  const unread = await unreadCounts(tx, organizationId, rows);
  return rows.map(({ id, user_id }) => {
    const unread_count = unread.get(user_id) ?? 0;
    return takenBack
      ? { type: 'notification.removed', data: { unread_count }, to: [user_id] }
      : { type: 'notification.read', data: { notification_id: id, unread_count }, to: [user_id] };
  });
}

function aboutSql(asked: Asked) {
  if ('friendRequestId' in asked) return sql`friend_request_id = ${asked.friendRequestId}`;
  if ('proposalId' in asked)
    return sql`session_id = ${asked.sessionId} and data ->> 'proposal_id' = ${asked.proposalId}`;
  return sql`conversation_id = ${asked.conversationId} and user_id = ${asked.userId}`;
}

/** Takes back what the host was told of a join or of guests. */
export const joinRetracted = (joined: Joined): News => ({
  scope: joined.organizationId,
  write: (tx) => retractJoin(tx, joined),
});

/** The database deletes the notification with the last of the people it is about. */
async function retractJoin(tx: Db, { organizationId, sessionId, userId, fold }: Joined): Promise<AddressedEvent[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from notification_actors a using notifications n
    where n.organization_id = ${organizationId} and n.session_id = ${sessionId} and n.kind = 'session_joined'
      and ${fold ? sql`n.fold_key = ${fold}` : sql`true`}
      and a.organization_id = n.organization_id and a.notification_id = n.id and a.user_id = ${userId}
    returning n.user_id`.execute(tx);
  const unread = await unreadCounts(tx, organizationId, rows);
  return rows.map(({ user_id }) => ({
    type: 'notification.removed',
    data: { unread_count: unread.get(user_id) ?? 0 },
    to: [user_id],
  }));
}

async function unreadCounts(tx: Db, organizationId: string, told: { user_id: string }[]): Promise<Map<string, number>> {
  const people = told.map(({ user_id }) => user_id);
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select user_id, count(*)::int as unread from notifications
    where organization_id = ${organizationId} and user_id = any(${people}::uuid[]) and read_at is null and in_app
    group by user_id`.execute(tx);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}
