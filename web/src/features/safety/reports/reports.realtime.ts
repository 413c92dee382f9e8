import type { LiveHandlers } from '#platform/realtime/live-events.ts';

export const reportsKey = ['reports'] as const;

export const reportsLive: LiveHandlers = {
  'reports.changed': (_, queryClient) => void queryClient.invalidateQueries({ queryKey: reportsKey }),
};
