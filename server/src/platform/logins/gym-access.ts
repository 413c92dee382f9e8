/*
 * Which gyms a person may use, and which of them they manage, asked of a row of `users`. The caller's are in memory as
 * `gymIds` and `managedGymIds`.
 */

const wasGiven = (user: string, gym: string) => `exists (select from user_gyms ug
  where ug.organization_id = ${user}.organization_id and ug.user_id = ${user}.id and ug.gym_id = ${gym})`;

/** SQL for whether a person may use a gym of their organization: see and join its sessions. */
export const canUseGym = (user: string, gym: string) => `(${user}.role = 'org_admin' or ${wasGiven(user, gym)})`;

/** SQL for whether a person manages a gym of their organization: changes its sessions, checks people in. */
export const managesGym = (user: string, gym: string) =>
  `(${user}.role = 'org_admin' or ${user}.role = 'gym_admin' and ${wasGiven(user, gym)})`;
