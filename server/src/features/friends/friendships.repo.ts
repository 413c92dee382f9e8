import { quietAfterDeclineDays } from '@spotter/contract/limits.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import { blockedBetween, lockPair, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { areFriendsSql, isWaiting, type Pair, pairValues, requestBetween } from './friends.read.ts';
import { isSuggestedSql } from './suggestions.write.ts';

const isKnown = (other: string) => `(exists (
    select from users where id = ${other} and organization_id = $organizationId and is_active)
    and not ${blockedBetween('$userId', other)})`;
const knownStatement = statement('known', pairValues)<{ known: boolean }>(`select ${isKnown('$otherId')} as known`);

/** Locks a pair. False when the other one is outside the organization, inactive, or blocked in either direction. */
export async function lockKnownPair(tx: Db, pair: Pair): Promise<boolean> {
  lockPair(tx, pair);
  const [row] = await run(tx, knownStatement, pair);
  return row!.known;
}

/** SQL for when the other member last declined a request of this one, if that was lately. */
const lastDeclineSql = `(select max(r.declined_at) from friend_requests r
  where r.organization_id = $organizationId and r.sender_id = $userId and r.receiver_id = $otherId
    and r.declined_at > now() - interval '${quietAfterDeclineDays} days')`;

const personSql = (id: string) =>
  `(select ${personJsonSql('u')} from users u where u.organization_id = $organizationId and u.id = ${id})`;

type Between = {
  known: boolean;
  friends: boolean;
  suggested: boolean;
  request: { id: string; sender_id: string } | null;
  /** The other member declined lately, and hears nothing of a repeat. */
  quiet: boolean;
  me: Person;
  other: Person | null;
  now: string;
};
const betweenStatement = statement(
  'between-pair',
  pairValues,
)<Between>(
  `select ${personSql('$userId')} as me, ${personSql('$otherId')} as other, ${instantSql('now()')} as now,
    ${isKnown('$otherId')} as known, ${areFriendsSql('least($userId, $otherId)', 'greatest($userId, $otherId)')} as friends,
    ${isSuggestedSql} as suggested, ${lastDeclineSql} is not null as quiet,
    (select json_build_object('id', r.id, 'sender_id', r.sender_id) from friend_requests r
      where r.organization_id = $organizationId and r.status = 'pending'
        and ${requestBetween('r', '$userId', '$otherId')}) as request`,
);

/** What is between two people, with what a request shows of them. Once the pair is locked, only this transaction changes it. */
export async function lockBetween(tx: Db, pair: Pair): Promise<Between> {
  lockPair(tx, pair);
  const [between] = await run(tx, betweenStatement, pair);
  return between!;
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

type OfMember = { organizationId: string; userId: string; id: string };

/** A request to this member. The pair is locked, so nothing else answers or withdraws it. */
export async function lockRequest(tx: Db, request: OfMember) {
  send(tx, lockRequestStatement, request);
  const [found] = await run(tx, requestToAnswerStatement, request);
  return found;
}

/** The other member of a friendship, or the recipient of the caller's open request. */
const tieSql = `select case when user_low_id = $userId then user_high_id else user_low_id end as other, true as friends, false as declined
  from friendships where organization_id = $organizationId and id = $id and $userId in (user_low_id, user_high_id)
  union all select receiver_id, false, declined_at is not null from friend_requests
  where organization_id = $organizationId and id = $id and sender_id = $userId and status = 'pending'`;
const lockTieStatement = statement(
  'lock-friend-or-request',
  requestValues,
)(`select lock_pair($userId, other) from (${tieSql}) tie`);
const tieStatement = statement(
  'friend-or-request',
  requestValues,
)<{ other: string; friends: boolean; declined: boolean }>(tieSql);

/** A friendship of this member, or an open request by them, with its pair locked. */
export async function lockTie(tx: Db, tie: OfMember) {
  send(tx, lockTieStatement, tie);
  const [found] = await run(tx, tieStatement, tie);
  return found;
}

const addStatement = statement('add-friendship', { ...pairValues, id: 'uuid' })(
  `insert into friendships (organization_id, id, user_low_id, user_high_id)
  values ($organizationId, $id, least($userId, $otherId), greatest($userId, $otherId)) on conflict do nothing`,
);
export const insertFriendship = (tx: Db, friendship: Pair & { id: string }): void => send(tx, addStatement, friendship);

const removeStatement = statement('remove-friend', { organizationId: 'uuid', id: 'uuid' })(
  'delete from friendships where organization_id = $organizationId and id = $id',
);
type RowKey = { organizationId: string; id: string };
export const deleteFriendship = (tx: Db, friendship: RowKey): void => send(tx, removeStatement, friendship);

const askStatement = statement('ask-to-be-friends', { ...pairValues, id: 'uuid', message: 'text' })(
  `insert into friend_requests (organization_id, id, sender_id, receiver_id, message, declined_at)
  values ($organizationId, $id, $userId, $otherId, $message, ${lastDeclineSql})`,
);
/** A repeat soon after a decline counts as declined too. */
export const insertRequest = (tx: Db, request: Pair & { id: string; message: string }): void =>
  send(tx, askStatement, request);

const endStatement = statement('end-friend-request', { organizationId: 'uuid', id: 'uuid', status: 'text' })(
  `update friend_requests set status = $status, answered_at = now()
  where organization_id = $organizationId and id = $id and status = 'pending'`,
);
/** Of a locked pair. */
export const endRequest = (tx: Db, ended: RowKey & { status: 'accepted' | 'withdrawn' }): void =>
  send(tx, endStatement, ended);

const declineStatement = statement('decline-friend-request', { organizationId: 'uuid', id: 'uuid' })(
  'update friend_requests set declined_at = now() where organization_id = $organizationId and id = $id',
);
/** Of a locked pair. The request stays open for its sender, so that nothing tells of the decline. */
export const quietlyDecline = (tx: Db, request: RowKey): void => send(tx, declineStatement, request);

const forgetDeclinesStatement = statement(
  'forget-declines',
  pairValues,
)(`update friend_requests r set declined_at = null where r.organization_id = $organizationId
  and r.sender_id in ($userId, $otherId) and r.receiver_id in ($userId, $otherId) and r.declined_at is not null`);
/** Of both people. */
export const forgetDeclines = (tx: Db, pair: Pair): void => send(tx, forgetDeclinesStatement, pair);
