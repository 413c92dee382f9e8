import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import { listBlockedUsers as listEndpoint } from '@spotter/contract/users/profiles.ts';
import { lockConversationsOfPair } from '#features/conversations/index.ts';
import { dropMailsBetween, friendRequestTakenBack } from '#features/notifications/index.ts';
import { leaveEachOther, lockSessionsOfPair } from '#features/sessions/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { metStatement } from './met.repo.ts';

type Pair = { organizationId: string; userId: string; otherId: string };
const pairValues = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;

/** A member the caller has blocked still exists for them, to be unblocked; one who blocked the caller does not. */
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

export async function getBlockStatus({ read, caller }: MemberCtx, otherId: string) {
  const { organizationId, userId } = caller;
  const [status] = await read(statusStatement, { organizationId, userId, otherId });
  if (!status) throw fail('user_not_found');
  return status;
}

const blockStatement = statement(
  'block-user',
  pairValues,
)<{ blocked_id: string }>(
  `insert into blocks (organization_id, blocker_id, blocked_id) values ($organizationId, $userId, $otherId)
  on conflict do nothing returning blocked_id`,
);
const requestsStatement = statement(
  'requests-between',
  pairValues,
)<{ id: string }>(
  `select id from friend_requests where organization_id = $organizationId and status = 'pending'
    and (sender_id = $userId and receiver_id = $otherId or sender_id = $otherId and receiver_id = $userId)`,
);

const leftStatement = statement('left-by-block', { ...pairValues, sessionIds: 'uuid[]' })(
  `update blocks set left_session_ids = $sessionIds
  where organization_id = $organizationId and blocker_id = $userId and blocked_id = $otherId`,
);

/**
 * From the commit on the two don't see each other. The database ends their friendship and open requests. Both give up
 * their spots in each other's sessions. The blocked member is only told to read again. A member who blocked the caller
 * can be blocked back by those who have met them, and doesn't hear of it.
 */
export async function blockUser(ctx: MemberCtx, otherId: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  if (otherId === userId) throw fail('not_yourself');
  const pair = { organizationId, userId, otherId };
  await ctx.tx(async (tx) => {
    const [seen] = await run(tx, statusStatement, pair);
    const [known] = seen ? [seen] : await run(tx, metStatement, pair);
    if (!known) throw fail('user_not_found');
    await lockWhereTheyMeet(tx, pair);
    const requests = await run(tx, requestsStatement, pair);
    const [blocked] = await run(tx, blockStatement, pair);
    const sessionIds = blocked ? await leaveEachOther(tx, pair) : [];
    if (sessionIds.length > 0) send(tx, leftStatement, { ...pair, sessionIds });
    dropMailsBetween(tx, pair);
    for (const { id } of requests) tell(tx, friendRequestTakenBack({ organizationId, friendRequestId: id }));
    if (seen && !seen.is_blocked) pairRereads(tx, pair, 'user.hidden');
    else tell(tx, { scope: organizationId, type: 'user.hidden', data: { user_id: otherId }, to: [userId] });
  });
}

const unblockStatement = statement(
  'unblock-user',
  pairValues,
)<{ blocked_id: string }>(
  `delete from blocks where organization_id = $organizationId and blocker_id = $userId and blocked_id = $otherId
  returning blocked_id`,
);

/** A block in the other direction stays, and keeps the two hidden from each other. */
export async function unblockUser(ctx: MemberCtx, otherId: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  const pair = { organizationId, userId, otherId };
  await ctx.tx(async (tx) => {
    const [known] = await run(tx, statusStatement, pair);
    if (!known) throw fail('user_not_found');
    await lockWhereTheyMeet(tx, pair);
    await run(tx, unblockStatement, pair);
    const [visible] = await run(tx, statusStatement, pair);
    if (known.is_blocked && visible) pairRereads(tx, pair, 'user.shown');
  });
}

const lockPairStatement = statement('lock-pair-of-block', { userId: 'uuid', otherId: 'uuid' })(
  'select lock_pair($userId, $otherId)',
);

/** In the order of everyone who needs several: joining can ask to be friends, and new friends accept message requests. */
async function lockWhereTheyMeet(tx: Db, pair: Pair): Promise<void> {
  await lockSessionsOfPair(tx, pair);
  await run(tx, lockPairStatement, { userId: pair.userId, otherId: pair.otherId });
  await lockConversationsOfPair(tx, pair);
}

function pairRereads(tx: Db, { organizationId, userId, otherId }: Pair, type: 'user.hidden' | 'user.shown'): void {
  tell(
    tx,
    { scope: organizationId, type, data: { user_id: otherId }, to: [userId] },
    { scope: organizationId, type, data: { user_id: userId }, to: [otherId] },
  );
}

type Blocked = Returns<typeof listEndpoint>['results'][number];

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

export async function listBlockedUsers({ read, caller }: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const { organizationId, userId } = caller;
  const [found] = await read(listStatement, { organizationId, userId, limit, offset: (page - 1) * limit });
  const { count, results } = found!;
  const links = numberedLinks(listEndpoint, { query }, count);
  return { count, ...links, results };
}
