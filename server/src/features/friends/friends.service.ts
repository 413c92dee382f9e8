import type { Endpoint } from '@spotter/contract/api/endpoint.ts';
import * as endpoints from '@spotter/contract/friends.ts';
import { settleFriendRequest, takeBackFriendRequest } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, laterToday } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { jsonPage } from '#platform/http/pages/json-page.ts';
import { friendFor, type Page, type PageOf, type Pair, readFriends, readRequests, requestOf } from './friends.read.ts';
import { deleteFriendship, endRequest, lockRequest, lockTie, quietlyDecline } from './friendships.repo.ts';
import { askToBeFriends, makeFriends } from './friendships.service.ts';
import { wordsOf } from './name-search.repo.ts';
import { todayOf } from './suggestions.policy.ts';
import { notForMe } from './suggestions.write.ts';

export type PageQuery = { page: number; page_size: number };

export const pageFor = ({ caller }: MemberCtx, { page, page_size }: PageQuery): PageOf => ({
  organizationId: caller.organizationId,
  userId: caller.userId,
  limit: page_size,
  offset: (page - 1) * page_size,
});

/** A page of a list with links to its neighbors. */
export function paged<T>(entry: Endpoint, query: PageQuery, { count, results }: Page<T>) {
  return { count, ...numberedLinks(entry, { query }, count), results };
}

export async function listFriends(ctx: MemberCtx, query: PageQuery & { q?: string | undefined }) {
  const { count, results } = await readFriends(ctx.read, { ...pageFor(ctx, query), words: wordsOf(query.q ?? '') });
  return jsonPage(count, numberedLinks(endpoints.listFriends, { query }, count), results);
}

export const listFriendRequests = async (ctx: MemberCtx, query: PageQuery) =>
  paged(endpoints.listFriendRequests, query, await readRequests(ctx.read, 'received', pageFor(ctx, query)));

export const listSentFriendRequests = async (ctx: MemberCtx, query: PageQuery) =>
  paged(endpoints.listSentFriendRequests, query, await readRequests(ctx.read, 'sent', pageFor(ctx, query)));

export async function sendFriendRequest(ctx: MemberCtx, body: { receiver_id: string; message: string }) {
  const { organizationId, userId } = ctx.caller;
  if (body.receiver_id === userId) throw fail('not_yourself');
  return ctx.tx(async (tx) => {
    const asked = await askToBeFriends(
      tx,
      ctx.limits,
      { organizationId, userId, otherId: body.receiver_id },
      body.message,
    );
    if (asked.outcome === 'unknown') throw fail('user_not_found');
    if (asked.outcome === 'friends') throw fail('already_friends');
    if (asked.outcome === 'limited')
      throw laterToday("You've sent a lot of friend requests today. You can send more", asked.secondsLeft);
    if (asked.outcome === 'waiting') throw fail('friend_request_exists');
    return asked.outcome === 'asked' ? asked.request : requestOf(tx, organizationId, asked.requestId);
  });
}

/** A request the caller may answer, with its pair locked. */
async function requestToAnswer(tx: Db, { caller }: MemberCtx, id: string): Promise<Pair> {
  const { organizationId, userId } = caller;
  const request = await lockRequest(tx, { organizationId, userId, id });
  if (!request?.known) throw fail('friendship_not_found');
  if (!request.open) throw fail('friend_request_answered');
  return { organizationId, userId, otherId: request.otherId };
}

export async function acceptFriendRequest(ctx: MemberCtx, id: string) {
  return ctx.tx(
    async (tx) => {
      const pair = await requestToAnswer(tx, ctx, id);
      await makeFriends(tx, pair, 'request', id);
      return pair;
    },
    friendFor,
    { decided: true },
  );
}

/** The sender is not told, and goes on seeing the request as open. */
export async function declineFriendRequest(ctx: MemberCtx, id: string) {
  await ctx.tx(async (tx) => {
    const { organizationId, userId } = await requestToAnswer(tx, ctx, id);
    quietlyDecline(tx, { organizationId, id });
    settleFriendRequest(tx, { organizationId, friendRequestId: id });
    tell(tx, {
      scope: organizationId,
      type: 'friend_request.answered',
      data: { request_id: id, status: 'declined' },
      to: [userId],
    });
  });
  return undefined;
}

/** Ends a friendship or withdraws a request. Both members get the event, so that no open screen still shows it. */
export async function removeFriend(ctx: MemberCtx, id: string) {
  const { organizationId, userId } = ctx.caller;
  await ctx.tx(async (tx) => {
    const found = await lockTie(tx, { organizationId, userId, id });
    if (!found) throw fail('friendship_not_found');
    const otherId = found.other;
    if (found.friends) {
      deleteFriendship(tx, { organizationId, id });
      notForMe(tx, { organizationId, userId, otherId }, todayOf(ctx));
      for (const [reader, other] of [
        [userId, otherId],
        [otherId, userId],
      ] as const)
        tell(tx, { scope: organizationId, type: 'friend.removed', data: { user_id: other }, to: [reader] });
      return;
    }
    endRequest(tx, { organizationId, id, status: 'withdrawn' });
    takeBackFriendRequest(tx, { organizationId, friendRequestId: id });
    tell(tx, {
      scope: organizationId,
      type: 'friend_request.answered',
      data: { request_id: id, status: 'withdrawn' },
      to: found.declined ? [userId] : [userId, otherId],
    });
  });
  return undefined;
}
