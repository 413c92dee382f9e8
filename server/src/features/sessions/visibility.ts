import { blockedBetween, isHidden } from '#features/users/index.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';

/*
 * A member sees the sessions of the gyms they may use, except those of a host who is blocked either way. Alias: s the
 * session.
 */

/** SQL for whether a session is at one of the reader's gyms. */
export const inReadersGyms = 's.organization_id = $organizationId and s.gym_id = any($gymIds)';

/** SQL for whether the reader sees a session; needs `hiddenCte`. */
export const visibleSession = `(${inReadersGyms} and not ${isHidden('s.creator_id')})`;

/** SQL for whether another member, a row of `users`, sees a session. */
export const sessionVisibleTo = (user: string) =>
  `(${canUseGym(user, 's.gym_id')} and not ${blockedBetween(`${user}.id`, 's.creator_id', 's.organization_id')})`;

/** SQL for whether the reader manages the gym of a session. */
export const readerManagesSql = '(s.gym_id = any($managedGymIds))';
