import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { demoKeys } from './demo.keys.ts';

const readAnew = (_event: unknown, queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: demoKeys.path });

/** The guided path ticks its steps from what happened. */
export const demoLive: LiveHandlers = {
  'session.joined': readAnew,
  'session.left': readAnew,
  'message.created': readAnew,
  'session_message.created': readAnew,
  'proposal.created': readAnew,
  'friend.added': readAnew,
  'friend.removed': readAnew,
};
