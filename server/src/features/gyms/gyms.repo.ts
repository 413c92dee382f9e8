import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { type Read, statement } from '#platform/db/statement.ts';

/** SQL for a gym in the contract's shape, from a row of `gyms`. */
export const gymJsonSql = (gym: string) => `json_build_object('id', ${gym}.id, 'name', ${gym}.name,
  'branding', ${gym}.branding, 'organization_id', ${gym}.organization_id, 'timezone', ${gym}.timezone,
  'address', ${gym}.address)`;

const listGymsStatement = statement('list-gyms', { organizationId: 'uuid', gymIds: 'uuid[]?' })<{ gym: Gym }>(
  `select ${gymJsonSql('g')} as gym from gyms g
   where g.organization_id = $organizationId and g.is_active and ($gymIds is null or g.id = any($gymIds)) order by lower(g.name)`,
);

/** The gyms of an organization among the given ones, or all of them. */
export const listGyms = async (read: Read, organizationId: string, gymIds: readonly string[] | null) =>
  (await read(listGymsStatement, { organizationId, gymIds })).map(({ gym }) => gym);
