import type { Friend, FriendRequest } from '@spotter/contract/friends.ts';
import { sql } from 'kysely';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { emit } from '#platform/events/emit.ts';
import { newId } from '#platform/ids.ts';

type Pair = { organizationId: string; userId: string; otherId: string };

/**
 * What happens between two people is done one after the other. False when the other is nobody: not of the organisation,
 * not active, or blocked either way. Several pairs are locked in the order of the others' ids.
 */
export async function lockPair(tx: Db, { organizationId, userId, otherId }: Pair): Promise<boolean> {
  if (userId === otherId) return false;
  await sql`select lock_pair(${userId}, ${otherId})`.execute(tx);
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from users where id = ${otherId} and organization_id = ${organizationId} and is_active)
      and not exists (select from blocks b where b.organization_id = ${organizationId}
        and ((b.blocker_id = ${userId} and b.blocked_id = ${otherId}) or (b.blocker_id = ${otherId} and b.blocked_id = ${userId})))
      as known`.execute(tx);
  return rows[0]?.known ?? false;
}

/** Makes two members of one organisation friends at once, as an invite does; answers an open request between them. */
export async function befriend(tx: Db, pair: Pair): Promise<'added' | 'already' | 'unknown'> {
  if (!(await lockPair(tx, pair))) return 'unknown';
  const { organizationId, userId, otherId } = pair;
  const [low, high] = [userId, otherId].sort() as [string, string];
  const added = await tx
    .insertInto('friendships')
    .values({ organization_id: organizationId, id: newId(), user_low_id: low, user_high_id: high })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_low_id', 'user_high_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return 'already';
  await sql`
    update friend_requests set status = 'accepted', answered_at = now()
    where organization_id = ${organizationId} and status = 'pending'
      and least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high}`.execute(tx);
  for (const [reader, other] of [
    [userId, otherId],
    [otherId, userId],
  ] as const)
    await emit(tx, {
      scope: organizationId,
      type: 'friend.added',
      data: { friend: await friendFor(tx, { organizationId, userId: reader, otherId: other }) },
      to: [reader],
    });
  return 'added';
}

/** A friendship as one of the two sees it. */
async function friendFor(tx: Db, { organizationId, userId, otherId }: Pair): Promise<Friend> {
  const { rows } = await sql<{ friend: Friend }>`
    select json_build_object('id', f.id, 'friend', ${sql.raw(personJsonSql('u'))},
      'gym_name', (select g.name from gyms g
        where g.organization_id = f.organization_id and g.id = coalesce(u.current_gym_id, u.default_gym_id)),
      'next_session_together', (
        select json_build_object('id', s.id, 'title', s.title, 'start_time', ${sql.raw(instantSql('s.starts_at'))})
        from sessions s
          join session_participants a on a.organization_id = s.organization_id and a.session_id = s.id and a.user_id = ${userId}
          join session_participants b on b.organization_id = s.organization_id and b.session_id = s.id and b.user_id = u.id
        where s.organization_id = f.organization_id and s.status = 'active' and s.starts_at > now()
        order by s.starts_at limit 1),
      'since', ${sql.raw(instantSql('f.created_at'))}) as friend
    from friendships f join users u on u.id = ${otherId}
    where f.organization_id = ${organizationId}
      and f.user_low_id = least(${userId}::uuid, ${otherId}::uuid) and f.user_high_id = greatest(${userId}::uuid, ${otherId}::uuid)`.execute(
    tx,
  );
  return rows[0]!.friend;
}

/**
 * Asks somebody to be friends. Whoever was asked by them already becomes their friend at once; whoever has asked before,
 * or is a friend, changes nothing.
 */
export async function askToBeFriends(tx: Db, pair: Pair): Promise<'asked' | 'added' | 'already' | 'unknown'> {
  if (!(await lockPair(tx, pair))) return 'unknown';
  const { organizationId, userId, otherId } = pair;
  const { rows } = await sql<{ friends: boolean; asked_by: string | null }>`
    select exists (select from friendships f where f.organization_id = ${organizationId}
        and f.user_low_id = least(${userId}::uuid, ${otherId}::uuid)
        and f.user_high_id = greatest(${userId}::uuid, ${otherId}::uuid)) as friends,
      (select r.sender_id from friend_requests r where r.organization_id = ${organizationId} and r.status = 'pending'
        and least(r.sender_id, r.receiver_id) = least(${userId}::uuid, ${otherId}::uuid)
        and greatest(r.sender_id, r.receiver_id) = greatest(${userId}::uuid, ${otherId}::uuid)) as asked_by`.execute(
    tx,
  );
  const { friends, asked_by } = rows[0]!;
  if (friends || asked_by === userId) return 'already';
  if (asked_by === otherId) return befriend(tx, pair);
  const id = newId();
  await tx
    .insertInto('friend_requests')
    .values({ organization_id: organizationId, id, sender_id: userId, receiver_id: otherId })
    .execute();
  await emit(tx, {
    scope: organizationId,
    type: 'friend_request.received',
    data: { request: await requestOf(tx, organizationId, id) },
    to: [otherId],
  });
  return 'asked';
}

async function requestOf(tx: Db, organizationId: string, id: string): Promise<FriendRequest> {
  const { rows } = await sql<{ request: FriendRequest }>`
    select json_build_object('id', r.id, 'sender', ${sql.raw(personJsonSql('a'))}, 'receiver', ${sql.raw(personJsonSql('b'))},
      'message', r.message, 'status', r.status, 'created_at', ${sql.raw(instantSql('r.created_at'))}) as request
    from friend_requests r join users a on a.id = r.sender_id join users b on b.id = r.receiver_id
    where r.organization_id = ${organizationId} and r.id = ${id}`.execute(tx);
  return rows[0]!.request;
}
