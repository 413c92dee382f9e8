import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { gymKeys } from './gyms.queries.ts';

const readAnew = (_event: unknown, queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: gymKeys.all });

export const gymsLive: LiveHandlers = {
  'gym.created': readAnew,
  'gym.updated': readAnew,
  'gym.deleted': readAnew,
};
