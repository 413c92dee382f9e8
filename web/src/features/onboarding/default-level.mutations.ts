import type { User } from '@spotter/contract/users/users.ts';
import { type MeChange, updateMe } from '#platform/login/update-me.ts';
import type { Write } from '#platform/outbox/write.ts';

/** The level of a member who skipped the tour's questions. They didn't ask for it, so a failure is only logged. */
export const setDefaultLevel: Write<MeChange, User> = {
  ...updateMe,
  name: 'setDefaultLevel',
  isQuiet: true,
  words: () => 'Set your level',
  onRefused(error) {
    console.error("Couldn't set a default level", error);
    return true;
  },
};
