import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { loginKeys } from '#platform/api/login-keys.ts';

export const userKeys = {
  preferences: ['users', 'notification-preferences'] as const,
  logins: ['users', 'logins'] as const,
  storage: ['users', 'storage'] as const,
};

export const myPreferencesQuery = () =>
  queryOptions({
    queryKey: userKeys.preferences,
    queryFn: ({ signal }) => api.getMyPreferences({}, { signal }),
    meta: { kept: true },
  });

export const myLoginsQuery = () =>
  queryOptions({ queryKey: userKeys.logins, queryFn: ({ signal }) => api.listMyLogins({}, { signal }) });

export const myStorageQuery = () =>
  queryOptions({ queryKey: userKeys.storage, queryFn: ({ signal }) => api.getMyStorage({}, { signal }) });

/** One after the other, so that the last answer has the last photo. */
const avatarScope = { id: 'my-avatar' };

export function useUpdateMyAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: avatarScope,
    mutationFn: (file: File) => api.updateMyAvatar({ body: { file } }),
    onSuccess: (user) => queryClient.setQueryData(loginKeys.me, user),
  });
}

export function useDeleteMyAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: avatarScope,
    mutationFn: () => api.deleteMyAvatar(),
    onSuccess: (user) => queryClient.setQueryData(loginKeys.me, user),
  });
}

export type Preferences = Answer<'getMyPreferences'>;
export type NotificationKind = keyof Preferences['notifications'];
export type Channel = keyof Preferences['notifications'][NotificationKind];

type Switches = Preferences['notifications'][NotificationKind];
export type SwitchChange = Partial<Record<NotificationKind, Partial<Switches>>>;

export function useRevokeMyLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.revokeMyLogin({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userKeys.logins }),
  });
}
