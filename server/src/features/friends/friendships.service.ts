import type { FriendRequest } from '@spotter/contract/friends.ts';
import { notification, settleFriendRequest } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { Limits } from '#platform/limits.ts';
import { friendFor, type Pair, requestOf } from './friends.read.ts';
import * as friendships from './friendships.repo.ts';
import { lockDirectConversation, messageRequestAccepted } from './message-requests.repo.ts';
import { suggestionsActedOn } from './suggestions/suggestions.write.ts';

/** What the other member is notified of: an accepted request, an accepted invite, or a used link. */
type By = 'request' | 'invite' | 'link';

/** Makes two members of one organization friends, closes an open request between them, and notifies both. */
export async function befriend(tx: Db, pair: Pair, by: By): Promise<'added' | 'already' | 'unknown'> {
  if (pair.userId === pair.otherId) return 'unknown';
  const { known, friends, request } = await friendships.lockBetween(tx, pair);
  if (!known) return 'unknown';
  if (friends) return 'already';
  makeFriends(tx, pair, by, request?.id);
  return 'added';
}

/** For a locked pair that is known and not yet friends; `requestId` is the open request between them. */
export function makeFriends(tx: Db, pair: Pair, by: By, requestId: string | undefined): void {
  const { organizationId, userId, otherId } = pair;
  friendships.insertFriendship(tx, { ...pair, id: newId() });
  acceptMessageRequest(tx, pair);
  friendships.forgetDeclines(tx, pair);
  if (requestId) {
    friendships.endRequest(tx, { organizationId, id: requestId, status: 'accepted' });
    settleFriendRequest(tx, { organizationId, friendRequestId: requestId });
    tell(tx, {
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

/** Friends write to each other freely: a message request between two new friends is accepted. */
function acceptMessageRequest(tx: Db, pair: Pair): void {
  lockDirectConversation(tx, pair);
  tell(tx, { scope: pair.organizationId, ...messageRequestAccepted(pair) });
}

type Asked =
  | { outcome: 'asked'; request: FriendRequest }
  | { outcome: 'added' | 'waiting'; requestId: string }
  | { outcome: 'friends' }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; secondsLeft: number };

/**
 * Sends a friend request. If the other member has already asked, the two become friends at once. An open request or a
 * friendship stays unchanged. New requests count against the day's limit, also when they are withdrawn. A repeat soon
 * after a decline counts as declined too: its sender sees it wait, and the other member nothing.
 */
export async function askToBeFriends(tx: Db, limits: Limits, pair: Pair, message = ''): Promise<Asked> {
  const { organizationId, userId, otherId } = pair;
  if (userId === otherId) return { outcome: 'unknown' };
  const { known, friends, suggested, request, quiet } = await friendships.lockBetween(tx, pair);
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
  friendships.insertRequest(tx, { ...pair, id, message });
  const [secondsLeft, asked] = await Promise.all([
    limits.takeDaily(tx, 'friend_requests', userId),
    requestOf(tx, organizationId, id),
  ]);
  if (secondsLeft !== null) {
    friendships.deleteRequest(tx, { organizationId, id });
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
