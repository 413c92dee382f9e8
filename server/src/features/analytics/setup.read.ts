import { firstHours } from '#features/gyms/index.ts';
import { statement } from '#platform/db/statement.ts';
import { scopeValues } from '#platform/logins/admin-scope.ts';

/** Members that make a new gym a community. */
const ENOUGH = 10;

const defaultHours = firstHours.map(({ opens, closes }, weekday) => `(${weekday}, '${opens}', '${closes}')`);

/** What a new organization has done so far. Hours count as set once they differ from those a new gym starts with. */
export const setupStatement = statement(
  'analytics-setup',
  scopeValues,
)<{
  has_brand: boolean;
  has_hours: boolean;
  has_sessions: boolean;
  members: number;
}>(
  `select
    exists (select from organization_themes t where t.organization_id = $organizationId and t.config <> '{}') as has_brand,
    exists (select from operating_hours h where h.organization_id = $organizationId
      and ($gymIds is null or h.gym_id = any($gymIds))
      and (h.weekday, h.opens, h.closes) not in (${defaultHours.join(', ')}))
    or exists (select from gyms g where g.organization_id = $organizationId and ($gymIds is null or g.id = any($gymIds))
      and (select count(*) from operating_hours h where h.organization_id = g.organization_id and h.gym_id = g.id) <> 7)
    or exists (select from audit_log a where a.organization_id = $organizationId and a.action like '%hours%') as has_hours,
    exists (select from sessions s where s.organization_id = $organizationId
      and ($gymIds is null or s.gym_id = any($gymIds))) as has_sessions,
    (select count(*)::int from (select from user_gyms u where u.organization_id = $organizationId
      and ($gymIds is null or u.gym_id = any($gymIds)) and not u.manages limit ${ENOUGH}) first_ones) as members`,
);
