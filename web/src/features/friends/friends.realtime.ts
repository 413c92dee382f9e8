import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { dropAsked, keepAsked } from './asked-people.ts';
import { friendKeys } from './friends.queries.ts';

const readAnew = (queryClient: QueryClient, ...keys: (keyof typeof friendKeys)[]) => {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: friendKeys[key] });
};

/** Friendships decide whom the reader can invite and who is suggested. */
export const friendsLive: LiveHandlers = {
  'friend_request.received': (_event, queryClient) => readAnew(queryClient, 'requests', 'search', 'suggestions'),
  // Suggestions stay, so that a row doesn't vanish under the thumb that asked or took it back.
  'friend_request.sent': ({ data: { request } }, queryClient) => {
    keepAsked(queryClient, request.receiver.id, request.id);
    readAnew(queryClient, 'requests', 'search');
  },
  'friend_request.answered': ({ data }, queryClient) => {
    dropAsked(queryClient, (_person, request) => request === data.request_id);
    readAnew(queryClient, 'requests', 'search');
  },
  'friend.added': (_event, queryClient) => readAnew(queryClient, 'all'),
  'friend.removed': (_event, queryClient) => readAnew(queryClient, 'all'),
  'people.changed': (_event, queryClient) => readAnew(queryClient, 'all'),
  'user.hidden': (_event, queryClient) => readAnew(queryClient, 'all'),
  'user.shown': (_event, queryClient) => readAnew(queryClient, 'all'),
};
