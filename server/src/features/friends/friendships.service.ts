import type { FriendRequest } from '@spotter/contract/friends.ts';
import { notification, settleFriendRequest } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { Limits } from '#platform/limits.ts';
import { friendFor, type Pair } from './friends.read.ts';
import * as friendships from './friendships.repo.ts';
import { acceptMessageRequest } from './message-requests.repo.ts';
import { suggestionsActedOn } from './suggestions.write.ts';

/** What the other member is notified of: an accepted request, an accepted invite, or a used link. */
type By = 'request' | 'invite' | 'link';

/** Makes two members of one organization friends, closes an open request between them, and notifies both. */
export async function befriend(tx: Db, pair: Pair, by: By): Promise<'added' | 'already' | 'unknown'> {
  if (pair.userId === pair.otherId) return 'unknown';
  const { known, friends, request } = await friendships.lockBetween(tx, pair);
  if (!known) return 'unknown';
  if (friends) return 'already';
  await makeFriends(tx, pair, by, request?.id);
  return 'added';
}

/** For a locked pair that is known and not yet friends; `requestId` is the open request between them. */
export async function makeFriends(tx: Db, pair: Pair, by: By, requestId: string | undefined): Promise<void> {
  const { organizationId, userId, otherId } = pair;
  friendships.insertFriendship(tx, { ...pair, id: newId() });
  friendships.forgetDeclines(tx, pair);
  if (requestId) friendships.endRequest(tx, { organizationId, id: requestId, status: 'accepted' });
  // Friends write to each other freely.
  const [conversationIds, other, mine] = await Promise.all([
    acceptMessageRequest(tx, pair),
    friendFor(tx, pair),
    friendFor(tx, { organizationId, userId: otherId, otherId: userId }),
  ]);
  if (requestId) settleFriendRequest(tx, { organizationId, friendRequestId: requestId });
  const both = { scope: organizationId, to: [userId, otherId] };
  for (const id of conversationIds) tell(tx, { ...both, type: 'conversation.updated', data: { conversation_id: id } });
  if (requestId)
    tell(tx, { ...both, type: 'friend_request.answered', data: { request_id: requestId, status: 'accepted' } });
  tell(
    tx,
    { scope: organizationId, type: 'friend.added', data: { friend: other }, to: [userId] },
    { scope: organizationId, type: 'friend.added', data: { friend: mine }, to: [otherId] },
    notification({
      organizationId,
      kind: 'friend_accepted',
      to: [otherId],
      actorId: userId,
      fold: `friend_accepted:${by}`,
      data: { by },
    }),
  );
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
  const between = await friendships.lockBetween(tx, pair);
  const { known, friends, request, me, other } = between;
  if (!known || !other) return { outcome: 'unknown' };
  if (friends) return { outcome: 'friends' };
  if (request?.sender_id === userId) return { outcome: 'waiting', requestId: request.id };
  if (!request) {
    const secondsLeft = await limits.takeDaily(tx, 'friend_requests', userId);
    if (secondsLeft !== null) return { outcome: 'limited', secondsLeft };
  }
  if (between.suggested) suggestionsActedOn(tx, { organizationId, userId, otherIds: [otherId] });
  if (request) {
    await makeFriends(tx, pair, 'request', request.id);
    return { outcome: 'added', requestId: request.id };
  }
  const id = newId();
  friendships.insertRequest(tx, { ...pair, id, message });
  const asked: FriendRequest = { id, sender: me, receiver: other, message, status: 'pending', created_at: between.now };
  const to = between.quiet ? [] : [otherId];
  tell(
    tx,
    notification({ organizationId, to, actorId: userId, friendRequestId: id, kind: 'friend_request' }),
    { scope: organizationId, type: 'friend_request.received', data: { request: asked }, to },
    { scope: organizationId, type: 'friend_request.sent', data: { request: asked }, to: [userId] },
  );
  return { outcome: 'asked', request: asked };
}
