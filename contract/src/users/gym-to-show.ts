import type { Gym } from '../gyms/gyms.ts';
import type { User } from './users.ts';

type Gyms = Pick<User, 'accessible_gyms' | 'current_gym' | 'default_gym'>;

/** The gym a member sees first: the one this device has selected, if it still is theirs. */
export const gymToShow = (user: Gyms, selected: string | null | undefined): Gym | null =>
  user.accessible_gyms.find(({ id }) => id === selected) ??
  user.current_gym ??
  user.default_gym ??
  user.accessible_gyms[0] ??
  null;
