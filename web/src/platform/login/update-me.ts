import type { User } from '@spotter/contract/users/users.ts';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import type { Write } from '#platform/outbox/write.ts';

export type MeChange = NonNullable<NonNullable<Parameters<typeof api.updateMe>[0]>['body']>;

/** Changes the signed-in member's profile. */
export const updateMe: Write<MeChange, User> = {
  name: 'updateMe',
  scope: () => 'me',
  words: () => 'Save your profile',
  send: (body, options) => api.updateMe({ body }, options),
  failureText: "Couldn't save your profile. Try again.",
  onSent: (user, _body, { queryClient }) => void queryClient.setQueryData(loginKeys.me, user),
  onSettled: (_body, { queryClient }) => void queryClient.invalidateQueries({ queryKey: loginKeys.me }),
};
