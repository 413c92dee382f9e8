import type { User } from '@spotter/contract/users/users.ts';

/** Enough to be found and matched: a name and a level. */
export const isProfileComplete = (user: Pick<User, 'first_name' | 'last_name' | 'fitness_level'>) =>
  user.first_name !== '' && user.last_name !== '' && user.fitness_level !== null;
