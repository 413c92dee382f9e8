import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listBlockedUsers as listEndpoint } from '@spotter/contract/safety/blocks.ts';
import { lockConversationsOfPair } from '#features/conversations/index.ts';
import { dropMailsBetween, takeBackFriendRequest } from '#features/notifications/index.ts';
import { leaveEachOther, lockSessionsOfPair } from '#features/sessions/index.ts';
import { lockPair } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import * as blocks from './blocks.repo.ts';
import { haveMet } from './met.repo.ts';

export async function getBlockStatus({ read, caller }: MemberCtx, otherId: string) {
  const { organizationId, userId } = caller;
  const status = await blocks.readStatus(read, { organizationId, userId, otherId });
  if (!status) throw fail('user_not_found');
  return status;
}

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
    const seen = await blocks.readStatus(readsOf(tx), pair);
    if (!seen && !(await haveMet(tx, pair))) throw fail('user_not_found');
    await lockWhereTheyMeet(tx, pair);
    const requestIds = await blocks.openRequestsBetween(tx, pair);
    const isNew = await blocks.insertBlock(tx, pair);
    const sessionIds = isNew ? await leaveEachOther(tx, pair) : [];
    if (sessionIds.length > 0) blocks.saveLeftSessions(tx, pair, sessionIds);
    dropMailsBetween(tx, pair);
    for (const id of requestIds) takeBackFriendRequest(tx, { organizationId, friendRequestId: id });
    if (seen && !seen.is_blocked) pairRereads(tx, pair, 'user.hidden');
    else tell(tx, { scope: organizationId, type: 'user.hidden', data: { user_id: otherId }, to: [userId] });
  });
}

/** A block in the other direction stays, and keeps the two hidden from each other. */
export async function unblockUser(ctx: MemberCtx, otherId: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  const pair = { organizationId, userId, otherId };
  await ctx.tx(async (tx) => {
    const known = await blocks.readStatus(readsOf(tx), pair);
    if (!known) throw fail('user_not_found');
    await lockWhereTheyMeet(tx, pair);
    await blocks.deleteBlock(tx, pair);
    const visible = await blocks.readStatus(readsOf(tx), pair);
    if (known.is_blocked && visible) pairRereads(tx, pair, 'user.shown');
  });
}

/** In the order of everyone who needs several: joining can ask to be friends, and new friends accept message requests. */
async function lockWhereTheyMeet(tx: Db, pair: blocks.Pair): Promise<void> {
  await lockSessionsOfPair(tx, pair);
  lockPair(tx, pair);
  await lockConversationsOfPair(tx, pair);
}

function pairRereads(
  tx: Db,
  { organizationId, userId, otherId }: blocks.Pair,
  type: 'user.hidden' | 'user.shown',
): void {
  tell(
    tx,
    { scope: organizationId, type, data: { user_id: otherId }, to: [userId] },
    { scope: organizationId, type, data: { user_id: userId }, to: [otherId] },
  );
}

export async function listBlockedUsers({ read, caller }: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const { organizationId, userId } = caller;
  const offset = (page - 1) * limit;
  const { count, results } = await blocks.readBlocked(read, { organizationId, userId, limit, offset });
  const links = numberedLinks(listEndpoint, { query }, count);
  return { count, ...links, results };
}
