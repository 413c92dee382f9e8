/**
 * SQL for the zone a person, a row of `users`, lives by: their own, or else that of the gym they train at, or of the
 * organization's first. The caller's is in memory as `homeZone`.
 */
export const personZone = (user: string, organization = `${user}.organization_id`) => `coalesce(${user}.timezone,
  (select g.timezone from gyms g where g.organization_id = ${organization}
    order by (g.id = ${user}.current_gym_id) desc nulls last, (g.id = ${user}.default_gym_id) desc nulls last, g.id limit 1),
  'UTC')`;
