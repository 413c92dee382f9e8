import type { GymConfig } from '@spotter/contract/gyms/gyms.ts';
import { loginKeys } from '#platform/login/login-keys.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { userKeys } from './users.queries.ts';

export const usersLive: LiveHandlers = {
  'me.updated': (_event, queryClient) => {
    void queryClient.invalidateQueries({ queryKey: loginKeys.me });
    void queryClient.invalidateQueries({ queryKey: userKeys.preferences });
    void queryClient.invalidateQueries({ queryKey: userKeys.logins });
  },
  'login.ended': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: userKeys.logins }),
  'organization.updated': (_event, queryClient) => {
    void queryClient.invalidateQueries({ queryKey: loginKeys.me });
    void queryClient.invalidateQueries({ queryKey: loginKeys.gymConfig });
  },
  'theme.updated': ({ data }, queryClient) =>
    void queryClient.setQueryData<GymConfig>(
      loginKeys.gymConfig,
      (config) => config && { ...config, theme: data.theme },
    ),
  'gym.created': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
  'gym.updated': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
  'gym.deleted': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
};
