import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { loginKeys } from '#platform/login/login-keys.ts';

export const userKeys = {
  preferences: ['users', 'notification-preferences'] as const,
  logins: ['users', 'logins'] as const,
  storage: ['users', 'storage'] as const,
};

export const myPreferencesQuery = () =>
  queryOptions({ queryKey: userKeys.preferences, queryFn: ({ signal }) => api.getMyPreferences({}, { signal }) });

export const myLoginsQuery = () =>
  queryOptions({ queryKey: userKeys.logins, queryFn: ({ signal }) => api.listMyLogins({}, { signal }) });

export const myStorageQuery = () =>
  queryOptions({ queryKey: userKeys.storage, queryFn: ({ signal }) => api.getMyStorage({}, { signal }) });

type MeChange = NonNullable<Parameters<typeof api.updateMe>[0]>['body'];

export function useUpdateMe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MeChange) => api.updateMe({ body }),
    onSuccess: (user) => queryClient.setQueryData(loginKeys.me, user),
  });
}

export function useUpdateMyAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => api.updateMyAvatar({ body: { file } }),
    onSuccess: (user) => queryClient.setQueryData(loginKeys.me, user),
  });
}

export function useDeleteMyAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.deleteMyAvatar(),
    onSuccess: (user) => queryClient.setQueryData(loginKeys.me, user),
  });
}

export type Preferences = Answer<'getMyPreferences'>;
export type NotificationKind = keyof Preferences['notifications'];
export type Channel = keyof Preferences['notifications'][NotificationKind];

type Switches = Preferences['notifications'][NotificationKind];
export type SwitchChange = Partial<Record<NotificationKind, Partial<Switches>>>;
type PreferenceChange = Partial<Pick<Preferences, 'quiet_hours' | 'digest_time' | 'weekly_mail'>> & {
  notifications?: SwitchChange;
};

/** Choices show at once and change back if the server refuses. */
export function useUpdateMyPreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PreferenceChange) => api.updateMyPreferences({ body }),
    onMutate: async ({ notifications: switched = {}, ...times }) => {
      await queryClient.cancelQueries({ queryKey: userKeys.preferences });
      const before = queryClient.getQueryData<Preferences>(userKeys.preferences);
      if (before) {
        const notifications = { ...before.notifications };
        for (const [kind, switches] of Object.entries(switched) as [NotificationKind, Partial<Switches>][])
          notifications[kind] = { ...notifications[kind], ...switches };
        queryClient.setQueryData<Preferences>(userKeys.preferences, { ...before, ...times, notifications });
      }
      return { before };
    },
    onError: (_error, _change, context) => queryClient.setQueryData(userKeys.preferences, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userKeys.preferences }),
  });
}

export function useRevokeMyLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.revokeMyLogin({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userKeys.logins }),
  });
}
