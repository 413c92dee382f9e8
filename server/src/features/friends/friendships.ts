import type { FriendRequest } from '@spotter/contract/friends.ts';
import { quietAfterDeclineDays } from '@spotter/contract/limits.ts';
import { friendRequestSettled, notification } from '#features/notifications/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { Limits } from '#platform/limits.ts';
import { areFriendsSql, friendFor, isWaiting, pairValues, requestOf } from './friends.read.ts';
import { acceptMessageRequest } from './message-requests.ts';
import { isSuggestedSql, suggestionsActedOn } from './suggestions/suggestion-outcomes.ts';

export type Pair = { organizationId: string; userId: string; otherId: string };

const isKnown = (other: string) => `(exists (
    select from users where id = ${other} and organization_id = $organizationId and is_active)
    and not ${blockedBetween('$userId', other)})`;
const lockStatement = statement('lock-pair', { userId: 'uuid', otherId: 'uuid' })(
  'select lock_pair($userId, $otherId)',
);
const knownStatement = statement('known', pairValues)<{ known: boolean }>(`select ${isKnown('$otherId')} as known`);

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

const requestValues = { organizationId: 'uuid', userId: 'uuid', id: 'uuid' } as const;
const ofRequest = 'r.organization_id = $organizationId and r.id = $id and r.receiver_id = $userId';
const lockRequestStatement = statement(
  'lock-friend-request',
  requestValues,
)(`select lock_pair(r.sender_id, r.receiver_id) from friend_requests r where ${ofRequest}`);
const requestToAnswerStatement = statement(
  'friend-request-to-answer',
  requestValues,
)<{ otherId: string; known: boolean; open: boolean }>(
  `select r.sender_id as "otherId", ${isKnown('r.sender_id')} as known, ${isWaiting('r')} as open
  from friend_requests r where ${ofRequest}`,
);

/** A request to this member. The pair is locked, so nothing else answers or withdraws it. */
export async function lockRequest(tx: Db, request: { organizationId: string; userId: string; id: string }) {
  send(tx, lockRequestStatement, request);
  const [found] = await run(tx, requestToAnswerStatement, request);
  return found?.known ? found : null;
}

/** What the other member is notified of: an accepted request, an accepted invite, or a used link. */
type By = 'request' | 'invite' | 'link';

/** Makes two members of one organization friends, closes an open request between them, and notifies both. */
export async function befriend(tx: Db, pair: Pair, by: By): Promise<'added' | 'already' | 'unknown'> {
  if (pair.userId === pair.otherId) return 'unknown';
  const { known, friends, request } = await lockBetween(tx, pair);
  if (!known) return 'unknown';
  if (friends) return 'already';
  makeFriends(tx, pair, by, request?.id);
  return 'added';
}

const addStatement = statement('add-friendship', { ...pairValues, id: 'uuid' })(
  `insert into friendships (organization_id, id, user_low_id, user_high_id)
  values ($organizationId, $id, least($userId, $otherId), greatest($userId, $otherId)) on conflict do nothing`,
);

/** For a locked pair that is known and not yet friends; `requestId` is the open request between them. */
export function makeFriends(tx: Db, pair: Pair, by: By, requestId: string | undefined): void {
  const { organizationId, userId, otherId } = pair;
  send(tx, addStatement, { ...pair, id: newId() });
  acceptMessageRequest(tx, pair);
  send(tx, forgetDeclinesStatement, pair);
  if (requestId) {
    endRequest(tx, { organizationId, id: requestId, status: 'accepted' });
    tell(tx, friendRequestSettled({ organizationId, friendRequestId: requestId }), {
      scope: organizationId,
      type: 'friend_request.answered',
      data: { request_id: requestId, status: 'accepted' },
      to: [userId, otherId],
    });
  }
  for (const [reader, other] of [
    [userId, otherId],
    [otherId, userId],
  ] as const)
    tell(tx, async () => {
      const friend = await friendFor(tx, { organizationId, userId: reader, otherId: other });
      return [{ scope: organizationId, type: 'friend.added', data: { friend }, to: [reader] }];
    });
  const about = { kind: 'friend_accepted', fold: `friend_accepted:${by}`, data: { by } } as const;
  tell(tx, notification({ organizationId, to: [otherId], actorId: userId, ...about }));
}

const endStatement = statement('end-friend-request', { organizationId: 'uuid', id: 'uuid', status: 'text' })(
  `update friend_requests set status = $status, answered_at = now()
  where organization_id = $organizationId and id = $id and status = 'pending'`,
);

type Ended = { organizationId: string; id: string; status: 'accepted' | 'withdrawn' };
/** Of a locked pair. */
export const endRequest = (tx: Db, ended: Ended): void => send(tx, endStatement, ended);

const declineStatement = statement('decline-friend-request', { organizationId: 'uuid', id: 'uuid' })(
  'update friend_requests set declined_at = now() where organization_id = $organizationId and id = $id',
);
/** Of a locked pair. The request stays open for its sender, so that nothing tells of the decline. */
export const quietlyDecline = (tx: Db, request: { organizationId: string; id: string }): void =>
  send(tx, declineStatement, request);

const isBetweenThem = `r.organization_id = $organizationId and (r.sender_id = $userId and r.receiver_id = $otherId
  or r.sender_id = $otherId and r.receiver_id = $userId)`;
const forgetDeclinesStatement = statement(
  'forget-declines',
  pairValues,
)(`update friend_requests r set declined_at = null where ${isBetweenThem} and r.declined_at is not null`);

/** SQL for when the other member last declined a request of this one, if that was lately. */
const lastDeclineSql = `(select max(r.declined_at) from friend_requests r
  where r.organization_id = $organizationId and r.sender_id = $userId and r.receiver_id = $otherId
    and r.declined_at > now() - interval '${quietAfterDeclineDays} days')`;

type Asked =
  | { outcome: 'asked'; request: FriendRequest }
  | { outcome: 'added' | 'waiting'; requestId: string }
  | { outcome: 'friends' }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; secondsLeft: number };

type Between = {
  known: boolean;
  friends: boolean;
  suggested: boolean;
  request: { id: string; sender_id: string } | null;
  /** The other member declined lately, and hears nothing of a repeat. */
  quiet: boolean;
};
const betweenStatement = statement(
  'between-pair',
  pairValues,
)<Between>(
  `select ${isKnown('$otherId')} as known, ${areFriendsSql('least($userId, $otherId)', 'greatest($userId, $otherId)')} as friends,
    ${isSuggestedSql} as suggested, ${lastDeclineSql} is not null as quiet,
    (select json_build_object('id', r.id, 'sender_id', r.sender_id) from friend_requests r
      where r.organization_id = $organizationId and r.status = 'pending'
        and least(r.sender_id, r.receiver_id) = least($userId, $otherId)
        and greatest(r.sender_id, r.receiver_id) = greatest($userId, $otherId)) as request`,
);
/** What is between two people. Once the pair is locked, only this transaction changes it. */
async function lockBetween(tx: Db, pair: Pair): Promise<Between> {
  send(tx, lockStatement, pair);
  const [between] = await run(tx, betweenStatement, pair);
  return between!;
}

const askStatement = statement('ask-to-be-friends', { ...pairValues, id: 'uuid', message: 'text' })(
  `insert into friend_requests (organization_id, id, sender_id, receiver_id, message, declined_at)
  values ($organizationId, $id, $userId, $otherId, $message, ${lastDeclineSql})`,
);
const takeBackStatement = statement('take-back-friend-request', { organizationId: 'uuid', id: 'uuid' })(
  'delete from friend_requests where organization_id = $organizationId and id = $id',
);

/**
 * Sends a friend request. If the other member has already asked, the two become friends at once. An open request or a
 * friendship stays unchanged. New requests count against the day's limit, also when they are withdrawn. A repeat soon
 * after a decline counts as declined too: its sender sees it wait, and the other member nothing.
 */
export async function askToBeFriends(tx: Db, limits: Limits, pair: Pair, message = ''): Promise<Asked> {
  const { organizationId, userId, otherId } = pair;
  if (userId === otherId) return { outcome: 'unknown' };
  const { known, friends, suggested, request, quiet } = await lockBetween(tx, pair);
  if (!known) return { outcome: 'unknown' };
  if (friends) return { outcome: 'friends' };
  if (request?.sender_id === userId) return { outcome: 'waiting', requestId: request.id };
  if (suggested) suggestionsActedOn(tx, { organizationId, userId, otherIds: [otherId] });
  if (request) {
    makeFriends(tx, pair, 'request', request.id);
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
  const to = quiet ? [] : [otherId];
  tell(
    tx,
    notification({ organizationId, to, actorId: userId, friendRequestId: id, kind: 'friend_request' }),
    { scope: organizationId, type: 'friend_request.received', data: { request: asked }, to },
    { scope: organizationId, type: 'friend_request.sent', data: { request: asked }, to: [userId] },
  );
  return { outcome: 'asked', request: asked };
}
