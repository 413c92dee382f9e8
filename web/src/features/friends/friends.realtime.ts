import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { friendKeys } from './friends.queries.ts';

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: friendKeys.all });

/** Friendships decide whom the reader can invite and who is suggested. */
export const friendsLive: LiveHandlers = {
  'friend.added': (_event, queryClient) => readAnew(queryClient),
  'friend.removed': (_event, queryClient) => readAnew(queryClient),
  'people.changed': (_event, queryClient) => readAnew(queryClient),
  'user.hidden': (_event, queryClient) => readAnew(queryClient),
  'user.shown': (_event, queryClient) => readAnew(queryClient),
};
