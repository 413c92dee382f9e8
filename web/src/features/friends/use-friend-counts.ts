import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useHeldIds } from '#platform/undo/held-changes.ts';
import { friendPageQuery, friendRequestsQuery } from './friends.queries.ts';

/** How many friends and received requests there are, without those the reader just answered or removed. */
export function useFriendCounts() {
  const friends = useQuery(friendPageQuery('', 1));
  const requests = useInfiniteQuery(friendRequestsQuery());
  const removed = useHeldIds('friends').size;
  const answered = useHeldIds('friend-requests').size;
  return {
    friends: Math.max(0, (friends.data?.count ?? 0) - removed),
    received: Math.max(0, (requests.data?.pages[0]?.count ?? 0) - answered),
  };
}
