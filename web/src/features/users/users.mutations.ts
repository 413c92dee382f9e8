import type { User } from '@spotter/contract/users/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { updateMe } from '#platform/login/update-me.ts';
import { useSubmitWrite, useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { type NotificationKind, type Preferences, type SwitchChange, userKeys } from './users.queries.ts';

type PreferenceChange = Partial<Pick<Preferences, 'quiet_hours' | 'digest_time' | 'weekly_mail'>> & {
  notifications?: SwitchChange;
};

/** Choices show at once and change back if the server refuses. */
export const updateMyPreferences: Write<PreferenceChange, Preferences> = {
  name: 'updateMyPreferences',
  scope: () => 'preferences',
  words: () => 'Save your notification settings',
  send: (body, options) => api.updateMyPreferences({ body }, options),
  show({ notifications: switched = {}, ...times }, { queryClient }) {
    void queryClient.cancelQueries({ queryKey: userKeys.preferences });
    const before = queryClient.getQueryData<Preferences>(userKeys.preferences);
    if (before) {
      const notifications = { ...before.notifications };
      for (const [kind, switches] of Object.entries(switched) as [NotificationKind, SwitchChange[NotificationKind]][])
        notifications[kind] = { ...notifications[kind], ...switches };
      queryClient.setQueryData<Preferences>(userKeys.preferences, { ...before, ...times, notifications });
    }
    return () => void queryClient.setQueryData(userKeys.preferences, before);
  },
  shownIn: () => [userKeys.preferences],
  failureText: "Couldn't save your choice. Try again.",
  onSettled: (_change, { queryClient }) => void queryClient.invalidateQueries({ queryKey: userKeys.preferences }),
};

/** For forms, which keep what was typed if the server refuses it. Resolves to null when the change waits. */
export function useUpdateMe() {
  const queryClient = useQueryClient();
  const submit = useSubmitWrite(updateMe);
  return useMutation({
    mutationFn: submit,
    onSuccess(user, body) {
      if (user) return;
      queryClient.setQueryData<User>(loginKeys.me, (me) => {
        const known = Object.entries(body).filter(([field]) => me && field in me);
        return me && { ...me, ...Object.fromEntries(known) };
      });
    },
  });
}
export const useUpdateMyPreferences = () => useWrite(updateMyPreferences);
