import { enoughMembers } from '@spotter/contract/limits.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';

const setupStatement = statement(
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
    exists (select from gyms g where g.organization_id = $organizationId and ($gymIds is null or g.id = any($gymIds))
      and g.hours_set_at is not null) as has_hours,
    exists (select from sessions s where s.organization_id = $organizationId
      and ($gymIds is null or s.gym_id = any($gymIds))) as has_sessions,
    (select count(*)::int from (select from user_gyms u where u.organization_id = $organizationId
      and ($gymIds is null or u.gym_id = any($gymIds)) and not u.manages limit ${enoughMembers}) first_ones) as members`,
);

/** What a new organization has done so far. */
export async function readSetup(read: Read, scope: AdminScope) {
  const [row] = await read(setupStatement, scope);
  return row!;
}
