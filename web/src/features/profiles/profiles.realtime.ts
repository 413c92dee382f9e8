import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { profileKeys } from './profiles.queries.ts';

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: profileKeys.all });

export const profilesLive: LiveHandlers = {
  'friend_request.received': (_event, queryClient) => readAnew(queryClient),
  'friend_request.sent': (_event, queryClient) => readAnew(queryClient),
  'friend_request.answered': (_event, queryClient) => readAnew(queryClient),
  'friend.added': (_event, queryClient) => readAnew(queryClient),
  'friend.removed': (_event, queryClient) => readAnew(queryClient),
  'people.changed': (_event, queryClient) => readAnew(queryClient),
  'user.hidden': (_event, queryClient) => readAnew(queryClient),
  'user.shown': (_event, queryClient) => readAnew(queryClient),
};
