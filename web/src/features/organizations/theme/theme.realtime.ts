import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { themeKeys } from './theme.keys.ts';

export const themeLive: LiveHandlers = {
  'theme.updated': ({ data }, queryClient) =>
    void queryClient.invalidateQueries({ queryKey: themeKeys.published(data.organization_id) }),
};
