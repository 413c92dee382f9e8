/*
 * Which gyms a user may use and manage, for a row of `users`. The caller's are in memory as `gymIds` and
 * `managedGymIds`.
 */

const wasGiven = (user: string, gym: string, right = '') => `exists (select from user_gyms ug
  where ug.organization_id = ${user}.organization_id and ug.user_id = ${user}.id and ug.gym_id = ${gym}${right})`;

/** SQL for whether a user may use a gym of their organization: see and join its sessions. */
export const canUseGym = (user: string, gym: string) => `(${user}.role = 'org_admin' or ${wasGiven(user, gym)})`;

/**
 * SQL for whether a user manages a gym of their organization: changes its sessions, checks members in. Only an admin
 * gives this right; a link or invite only gives use.
 */
export const managesGym = (user: string, gym: string) =>
  `(${user}.role = 'org_admin' or ${user}.role = 'gym_admin' and ${wasGiven(user, gym, ' and ug.manages')})`;
