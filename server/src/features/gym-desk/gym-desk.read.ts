import type { ManagedGym } from '@spotter/contract/gyms/gyms.ts';
import { brandingSql } from '#features/gyms/index.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { versionSql } from '#platform/versions.ts';

const gymJson = `json_build_object('id', g.id, 'name', g.name, 'branding', ${brandingSql('g')},
  'organization_id', g.organization_id, 'timezone', g.timezone, 'address', g.address, 'phone', g.phone, 'email', g.email,
  'website', g.website, 'manage', case when g.id = any($managedGymIds) then json_build_object(
    'version', ${versionSql('g.name, g.address, g.timezone, g.phone, g.email, g.website, g.theme_id')},
    'theme_id', g.theme_id,
    'members_count', (select count(*) from users u where u.organization_id = g.organization_id
      and u.default_gym_id = g.id and u.is_active),
    'upcoming_sessions', (select count(*) from sessions s where s.organization_id = g.organization_id
      and s.gym_id = g.id and ${isAheadSql}), 'hours_set', g.hours_set_at is not null) end)`;

const listStatement = statement('list-gyms', {
  organizationId: 'uuid',
  gymIds: 'uuid[]',
  managedGymIds: 'uuid[]',
  limit: 'int',
  offset: 'int',
})<{ count: number; results: ManagedGym[] }>(
  `with found as (select * from gyms where organization_id = $organizationId and id = any($gymIds) and is_active),
  page as (select * from found order by name_order, id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${gymJson} order by g.name_order, g.id) from page g), '[]') as results`,
);

type Asked = {
  organizationId: string;
  gymIds: readonly string[];
  managedGymIds: readonly string[];
  limit: number;
  offset: number;
};

export async function readGymPage(read: Read, { organizationId, gymIds, managedGymIds, limit, offset }: Asked) {
  const [found] = await read(listStatement, { organizationId, gymIds, managedGymIds, limit, offset });
  return found!;
}

/** One location as its admin sees it. */
export async function readGym(read: Read, organizationId: string, id: string): Promise<ManagedGym> {
  const own = { organizationId, gymIds: [id], managedGymIds: [id] };
  const { results } = await readGymPage(read, { ...own, limit: 1, offset: 0 });
  return results[0]!;
}
