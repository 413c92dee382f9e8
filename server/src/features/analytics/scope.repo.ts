import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';

/** Days by the clock of the gym. */
export type ScopeGym = { id: string; name: string; timezone: string; opened_on: string; closed_on: string | null };

const gymsStatement = statement('analytics-gyms', { ...scopeValues, gymId: 'uuid?' })<ScopeGym>(
  `select id, name, timezone, (created_at at time zone timezone)::date::text as opened_on,
    (closed_at at time zone timezone)::date::text as closed_on from gyms where organization_id = $organizationId
    and ($gymIds is null or id = any($gymIds)) and ($gymId is null or id = $gymId)
  order by created_at, id`,
);

/** The gyms of a scope, or one of them, the oldest first. */
export const readScopeGyms = (read: Read, scope: AdminScope & { gymId: string | null }): Promise<ScopeGym[]> =>
  read(gymsStatement, scope);
