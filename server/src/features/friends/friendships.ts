import { sql } from 'kysely';
import { notification, settled } from '#features/notifications/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { Limits } from '#platform/limits.ts';
import { friendFor, pairValues, requestOf } from './friends.read.ts';
import { acceptMessageRequest } from './message-requests.ts';
import { suggestionsActedOn } from './suggestions/suggestion-outcomes.ts';

export type Pair = { organizationId: string; userId: string; otherId: string };

const samePair = ({ userId, otherId }: Pair, one: string, other: string) =>
  sql`least(${sql.ref(one)}, ${sql.ref(other)}) = least(${userId}::uuid, ${otherId}::uuid)
    and greatest(${sql.ref(one)}, ${sql.ref(other)}) = greatest(${userId}::uuid, ${otherId}::uuid)`;

const knownStatement = statement(
  'known',
  pairValues,
)<{ known: boolean }>(
  `select exists (select from users where id = $otherId and organization_id = $organizationId and is_active)
    and not ${blockedBetween('$userId', '$otherId')} as known`,
);

/**
 * Serializes changes between two people. False when the other one is outside the organization, inactive, or blocked in
 * either direction. Lock several pairs in the order of the others' ids.
 */
export async function lockPair(tx: Db, { organizationId, userId, otherId }: Pair): Promise<boolean> {
  if (userId === otherId) return false;
  await sql`select lock_pair(${userId}, ${otherId})`.execute(tx);
  const [row] = await run(tx, knownStatement, { organizationId, userId, otherId });
  return row!.known;
}

/** What the other member is notified of: an accepted request, an accepted invite, or a used link. */
type By = 'request' | 'invite' | 'link';

/** Makes two members of one organization friends, closes an open request between them, and notifies both. */
export async function befriend(tx: Db, pair: Pair, by: By): Promise<'added' | 'already' | 'unknown'> {
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
  await acceptMessageRequest(tx, { organizationId, userId, otherId });
  const { rows: answered } = await sql<{ id: string }>`
    update friend_requests set status = 'accepted', answered_at = now()
    where organization_id = ${organizationId} and status = 'pending' and ${samePair(pair, 'sender_id', 'receiver_id')}
    returning id`.execute(tx);
  tell(tx, notification({ organizationId, kind: 'friend_accepted', to: [otherId], actorId: userId, data: { by } }));
  for (const { id } of answered)
    tell(tx, settled({ organizationId, friendRequestId: id }), {
      scope: organizationId,
      type: 'friend_request.answered',
      data: { request_id: id, status: 'accepted' },
      to: [userId, otherId],
    });
  for (const [reader, other] of [
    [userId, otherId],
    [otherId, userId],
  ] as const)
    tell(tx, async () => {
      const friend = await friendFor(tx, { organizationId, userId: reader, otherId: other });
      return [{ scope: organizationId, type: 'friend.added', data: { friend }, to: [reader] }];
    });
  return 'added';
}

type Asked =
  | { outcome: 'asked' | 'added' | 'waiting'; requestId: string }
  | { outcome: 'friends' }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; secondsLeft: number };

/**
 * Sends a friend request. If the other member has already asked, the two become friends at once. An open request or a
 * friendship stays unchanged. New requests count against the day's limit, also when they are withdrawn.
 */
export async function askToBeFriends(tx: Db, limits: Limits, pair: Pair, message = ''): Promise<Asked> {
  if (!(await lockPair(tx, pair))) return { outcome: 'unknown' };
  const { organizationId, userId, otherId } = pair;
  const { rows } = await sql<{ friends: boolean; request: { id: string; sender_id: string } | null }>`
    select exists (select from friendships f
        where f.organization_id = ${organizationId} and ${samePair(pair, 'f.user_low_id', 'f.user_high_id')}) as friends,
      (select json_build_object('id', r.id, 'sender_id', r.sender_id) from friend_requests r
        where r.organization_id = ${organizationId} and r.status = 'pending' and ${samePair(pair, 'r.sender_id', 'r.receiver_id')}) as request`.execute(
    tx,
  );
  const { friends, request } = rows[0]!;
  if (friends) return { outcome: 'friends' };
  if (request?.sender_id === userId) return { outcome: 'waiting', requestId: request.id };
  suggestionsActedOn(tx, { organizationId, userId, otherIds: [otherId] });
  if (request) {
    await befriend(tx, pair, 'request');
    return { outcome: 'added', requestId: request.id };
  }
  const secondsLeft = await limits.takeDaily(tx, 'friend_requests', userId);
  if (secondsLeft !== null) return { outcome: 'limited', secondsLeft };
  const requestId = newId();
  await tx
    .insertInto('friend_requests')
    .values({ organization_id: organizationId, id: requestId, sender_id: userId, receiver_id: otherId, message })
    .execute();
  const about = { organizationId, to: [otherId], actorId: userId, friendRequestId: requestId };
  tell(tx, notification({ ...about, kind: 'friend_request' }), async () => {
    const request = await requestOf(tx, organizationId, requestId);
    return [
      { scope: organizationId, type: 'friend_request.received', data: { request }, to: [otherId] },
      { scope: organizationId, type: 'friend_request.sent', data: { request }, to: [userId] },
    ];
  });
  return { outcome: 'asked', requestId };
}
