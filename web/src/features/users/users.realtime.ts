import type { GymConfig } from '@spotter/contract/gyms.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { sessionKeys } from '#platform/session/session.tsx';
import { userKeys } from './users.queries.ts';

export const usersLive: LiveHandlers = {
  'me.updated': (_event, queryClient) => {
    void queryClient.invalidateQueries({ queryKey: sessionKeys.me });
    void queryClient.invalidateQueries({ queryKey: userKeys.preferences });
    void queryClient.invalidateQueries({ queryKey: userKeys.logins });
  },
  'login.ended': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: userKeys.logins }),
  'organization.updated': (_event, queryClient) => {
    void queryClient.invalidateQueries({ queryKey: sessionKeys.me });
    void queryClient.invalidateQueries({ queryKey: sessionKeys.gymConfig });
  },
  'theme.updated': ({ data }, queryClient) =>
    void queryClient.setQueryData<GymConfig>(
      sessionKeys.gymConfig,
      (config) => config && { ...config, theme: data.theme },
    ),
  'gym.created': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.me }),
  'gym.updated': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.me }),
  'gym.deleted': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.me }),
};
