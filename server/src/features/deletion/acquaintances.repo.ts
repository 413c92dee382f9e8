import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

const acquaintancesStatement = statement('acquaintances', { organizationId: 'uuid', userId: 'uuid' })<{ id: string }>(
  `select id from (
    select case when user_low_id = $userId then user_high_id else user_low_id end as id from friendships
    where organization_id = $organizationId and $userId in (user_low_id, user_high_id)
    union
    select case when sender_id = $userId then receiver_id else sender_id end from friend_requests
    where organization_id = $organizationId and $userId in (sender_id, receiver_id) and status = 'pending'
    union
    select other.user_id from conversation_members mine
      join conversation_members other on other.organization_id = mine.organization_id
        and other.conversation_id = mine.conversation_id
    where mine.organization_id = $organizationId and mine.user_id = $userId
    union
    select n.user_id from notification_actors a
      join notifications n on n.organization_id = a.organization_id and n.id = a.notification_id
    where a.organization_id = $organizationId and a.user_id = $userId
    union
    select p.user_id from session_messages m
      join session_participants p on p.organization_id = m.organization_id and p.session_id = m.session_id
    where m.organization_id = $organizationId and m.sender_id = $userId
  ) known where id <> $userId`,
);

/** Members whose friends, requests, chats or notifications show this one. */
export async function acquaintances(tx: Db, member: { organizationId: string; userId: string }): Promise<string[]> {
  const rows = await run(tx, acquaintancesStatement, member);
  return rows.map(({ id }) => id);
}
