import { loginKeys } from '#platform/api/login-keys.ts';
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
  // Read again, because a location may have a theme of its own.
  'theme.updated': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.gymConfig }),
  'gym.created': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
  'gym.updated': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
  'gym.deleted': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
};
