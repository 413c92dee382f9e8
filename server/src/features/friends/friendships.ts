import type { FriendRequest } from '@spotter/contract/friends.ts';
import { sql } from 'kysely';
import { friendRequestSettled, notification } from '#features/notifications/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { Limits } from '#platform/limits.ts';
import { areFriendsSql, friendFor, pairValues, requestOf } from './friends.read.ts';
import { acceptMessageRequest } from './message-requests.ts';
import { isSuggestedSql, suggestionsActedOn } from './suggestions/suggestion-outcomes.ts';

export type Pair = { organizationId: string; userId: string; otherId: string };

const samePair = ({ userId, otherId }: Pair, one: string, other: string) =>
  sql`least(${sql.ref(one)}, ${sql.ref(other)}) = least(${userId}::uuid, ${otherId}::uuid)
    and greatest(${sql.ref(one)}, ${sql.ref(other)}) = greatest(${userId}::uuid, ${otherId}::uuid)`;

const isKnown = `(exists (select from users where id = $otherId and organization_id = $organizationId and is_active)
    and not ${blockedBetween('$userId', '$otherId')})`;
const lockStatement = statement('lock-pair', { userId: 'uuid', otherId: 'uuid' })(
  'select lock_pair($userId, $otherId)',
);
const knownStatement = statement('known', pairValues)<{ known: boolean }>(`select ${isKnown} as known`);

/**
 * Serializes changes between two people. False when the other one is outside the organization, inactive, or blocked in
 * either direction. Lock several pairs in the order of the others' ids.
 */
export async function lockPair(tx: Db, pair: Pair): Promise<boolean> {
  if (pair.userId === pair.otherId) return false;
  send(tx, lockStatement, pair);
  const [row] = await run(tx, knownStatement, pair);
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
  tell(
    tx,
    notification({
      organizationId,
      kind: 'friend_accepted',
      to: [otherId],
      actorId: userId,
      fold: `friend_accepted:${by}`,
      data: { by },
    }),
  );
  for (const { id } of answered)
    tell(tx, friendRequestSettled({ organizationId, friendRequestId: id }), {
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
  | { outcome: 'asked'; request: FriendRequest }
  | { outcome: 'added' | 'waiting'; requestId: string }
  | { outcome: 'friends' }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; secondsLeft: number };

const betweenStatement = statement(
  'between-pair',
  pairValues,
)<{ known: boolean; friends: boolean; suggested: boolean; request: { id: string; sender_id: string } | null }>(
  `select ${isKnown} as known, ${areFriendsSql('least($userId, $otherId)', 'greatest($userId, $otherId)')} as friends,
    ${isSuggestedSql} as suggested,
    (select json_build_object('id', r.id, 'sender_id', r.sender_id) from friend_requests r
      where r.organization_id = $organizationId and r.status = 'pending'
        and least(r.sender_id, r.receiver_id) = least($userId, $otherId)
        and greatest(r.sender_id, r.receiver_id) = greatest($userId, $otherId)) as request`,
);
const askStatement = statement('ask-to-be-friends', { ...pairValues, id: 'uuid', message: 'text' })(
  `insert into friend_requests (organization_id, id, sender_id, receiver_id, message)
  values ($organizationId, $id, $userId, $otherId, $message)`,
);
const takeBackStatement = statement('take-back-friend-request', { organizationId: 'uuid', id: 'uuid' })(
  'delete from friend_requests where organization_id = $organizationId and id = $id',
);

/**
 * Sends a friend request. If the other member has already asked, the two become friends at once. An open request or a
 * friendship stays unchanged. New requests count against the day's limit, also when they are withdrawn.
 */
export async function askToBeFriends(tx: Db, limits: Limits, pair: Pair, message = ''): Promise<Asked> {
  const { organizationId, userId, otherId } = pair;
  if (userId === otherId) return { outcome: 'unknown' };
  send(tx, lockStatement, pair);
  const [between] = await run(tx, betweenStatement, pair);
  const { known, friends, suggested, request } = between!;
  if (!known) return { outcome: 'unknown' };
  if (friends) return { outcome: 'friends' };
  if (request?.sender_id === userId) return { outcome: 'waiting', requestId: request.id };
  if (suggested) suggestionsActedOn(tx, { organizationId, userId, otherIds: [otherId] });
  if (request) {
    await befriend(tx, pair, 'request');
    return { outcome: 'added', requestId: request.id };
  }
  const id = newId();
  // Written in the round trip that asks for the limit; beyond it, taken back.
  send(tx, askStatement, { ...pair, id, message });
  const [secondsLeft, asked] = await Promise.all([
    limits.takeDaily(tx, 'friend_requests', userId),
    requestOf(tx, organizationId, id),
  ]);
  if (secondsLeft !== null) {
    send(tx, takeBackStatement, { organizationId, id });
    return { outcome: 'limited', secondsLeft };
  }
  tell(
    tx,
    notification({ organizationId, to: [otherId], actorId: userId, friendRequestId: id, kind: 'friend_request' }),
    { scope: organizationId, type: 'friend_request.received', data: { request: asked }, to: [otherId] },
    { scope: organizationId, type: 'friend_request.sent', data: { request: asked }, to: [userId] },
  );
  return { outcome: 'asked', request: asked };
}
