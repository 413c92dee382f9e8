import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listBlockedUsers } from '@spotter/contract/safety/blocks.ts';
import { requestBetween } from '#features/friends/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, send, statement } from '#platform/db/statement.ts';

/** A member and another one, whom they block or not. */
export type Pair = { organizationId: string; userId: string; otherId: string };
const pairValues = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;

const statusStatement = statement(
  'block-status',
  pairValues,
)<{ is_blocked: boolean }>(
  `select mine.blocker_id is not null as is_blocked from users u
    left join blocks mine on mine.organization_id = $organizationId and mine.blocker_id = $userId and mine.blocked_id = u.id
  where u.organization_id = $organizationId and u.id = $otherId
    and (mine.blocker_id is not null or not exists (select from blocks theirs where theirs.organization_id = $organizationId
      and theirs.blocker_id = u.id and theirs.blocked_id = $userId))`,
);

/** A member the caller has blocked still exists for them, to be unblocked; one who blocked the caller does not. */
export async function readStatus(read: Read, pair: Pair): Promise<{ is_blocked: boolean } | undefined> {
  const [status] = await read(statusStatement, pair);
  return status;
}

const blockStatement = statement(
  'block-user',
  pairValues,
)<{ blocked_id: string }>(
  `insert into blocks (organization_id, blocker_id, blocked_id) values ($organizationId, $userId, $otherId)
  on conflict do nothing returning blocked_id`,
);

/** False if it was there before. */
export const insertBlock = async (tx: Db, pair: Pair): Promise<boolean> =>
  (await run(tx, blockStatement, pair)).length > 0;

const unblockStatement = statement(
  'unblock-user',
  pairValues,
)<{ blocked_id: string }>(
  `delete from blocks where organization_id = $organizationId and blocker_id = $userId and blocked_id = $otherId
  returning blocked_id`,
);

export async function deleteBlock(tx: Db, pair: Pair): Promise<void> {
  await run(tx, unblockStatement, pair);
}

const requestsStatement = statement(
  'requests-between',
  pairValues,
)<{ id: string }>(
  `select r.id from friend_requests r where r.organization_id = $organizationId and r.status = 'pending'
    and ${requestBetween('r', '$userId', '$otherId')}`,
);

/** The ids of friend requests between the two that wait for an answer. */
export const openRequestsBetween = async (tx: Db, pair: Pair): Promise<string[]> =>
  (await run(tx, requestsStatement, pair)).map(({ id }) => id);

const leftStatement = statement('left-by-block', { ...pairValues, sessionIds: 'uuid[]' })(
  `update blocks set left_session_ids = $sessionIds
  where organization_id = $organizationId and blocker_id = $userId and blocked_id = $otherId`,
);

/** The sessions that the two left because of a block. */
export const saveLeftSessions = (tx: Db, pair: Pair, sessionIds: readonly string[]): void =>
  send(tx, leftStatement, { ...pair, sessionIds });

type Blocked = Returns<typeof listBlockedUsers>['results'][number];

const listStatement = statement('blocked-users', {
  organizationId: 'uuid',
  userId: 'uuid',
  limit: 'int',
  offset: 'int',
})<{ count: number; results: Blocked[] }>(
  `select (select count(*)::int from blocks where organization_id = $organizationId and blocker_id = $userId) as count,
    coalesce((select json_agg(person order by created_at desc, id) from (
      select b.created_at, u.id, ${personJsonSql('u')}::jsonb || jsonb_build_object('blocked_at', ${instantSql('b.created_at')}) as person
      from blocks b join users u on u.id = b.blocked_id
      where b.organization_id = $organizationId and b.blocker_id = $userId
      order by b.created_at desc, u.id limit $limit offset $offset) page), '[]') as results`,
);

/** A page of the people a member has blocked, latest first. */
export async function readBlocked(
  read: Read,
  page: { organizationId: string; userId: string; limit: number; offset: number },
) {
  const [found] = await read(listStatement, page);
  return found!;
}
