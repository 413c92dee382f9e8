import { isBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/*
 * Whom a member has met. A block hides two people from each other, but it must never keep anybody from reporting or
 * blocking back, so both look past it for people one has met. Anybody else is answered like an id that nobody has.
 */

const org = 'organization_id = $organizationId';

/** SQL that selects everybody $userId has met, as `user_id` and `at`, many of them several times. */
export const contactsSql = `
  select w.user_id, coalesce(c.last_message_at, w.joined_at) as at from conversation_members me
    join conversations c on c.${org} and c.id = me.conversation_id and (c.kind = 'group' or c.last_seq > 0)
    join conversation_members w on w.${org} and w.conversation_id = c.id
  where me.${org} and me.user_id = $userId
  union all select p.user_id, p.joined_at from session_participants me
    join session_participants p on p.${org} and p.session_id = me.session_id
  where me.${org} and me.user_id = $userId
  union all select i.invited_by, i.created_at from session_invites i where i.${org} and i.user_id = $userId
  union all select i.user_id, i.created_at from session_invites i where i.${org} and i.invited_by = $userId
  union all select r.receiver_id, r.created_at from friend_requests r where r.${org} and r.sender_id = $userId
  union all select r.sender_id, r.created_at from friend_requests r
  where r.${org} and r.receiver_id = $userId and coalesce(r.declined_at >= r.created_at, true)
  union all select f.user_high_id, f.created_at from friendships f where f.${org} and f.user_low_id = $userId
  union all select f.user_low_id, f.created_at from friendships f where f.${org} and f.user_high_id = $userId
  union all select a.user_id, a.acted_at from notifications n
    join notification_actors a on a.${org} and a.notification_id = n.id
  where n.${org} and n.user_id = $userId
  union all select r.reported_user_id, r.created_at from reports r where r.${org} and r.reporter_id = $userId
  union all select b.blocked_id, b.created_at from blocks b where b.${org} and b.blocker_id = $userId
  union all select b.blocker_id, b.created_at from blocks b
  where b.${org} and b.blocked_id = $userId and b.left_session_ids <> '{}'`;

/** SQL for whether $userId has met a person. */
export const hasMet = (person: string) => `exists (select from (${contactsSql}) met where met.user_id = ${person})`;

/** SQL for whether two people were not yet hidden from each other at a moment. */
export const wasBeforeBlock = (moment: string, person: string) => `not exists (select from blocks b where b.${org}
  and b.created_at < ${moment} and ${isBetween('$userId', person)})`;

/** SQL for whether $userId reads, or read until a block by this person or by themselves, the chat of a session s. */
export const wasInSession = (person: string) => `(s.creator_id = $userId
  or exists (select from session_participants p where p.${org} and p.session_id = s.id and p.user_id = $userId)
  or exists (select from blocks b where b.${org} and s.id = any(b.left_session_ids)
    and ${isBetween('$userId', person)}))`;

const metStatement = statement('has-met', { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' })<{
  id: string;
}>(`select u.id from users u where u.${org} and u.id = $otherId and u.id <> $userId and ${hasMet('u.id')}`);

/** Whether a member has met another one, whatever they blocked. */
export const haveMet = async (
  tx: Db,
  pair: { organizationId: string; userId: string; otherId: string },
): Promise<boolean> => (await run(tx, metStatement, pair)).length > 0;
