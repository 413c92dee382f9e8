import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { storageLimits } from '@spotter/contract/limits.ts';
import { listOrganizations as listOrganizationsEndpoint } from '@spotter/contract/organizations.ts';
import { isSuperAdmin } from '@spotter/contract/roles.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { instantSql } from '#platform/db/json.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { strangerMailsSql } from '#platform/limits.ts';

type Query = ParsedInput<typeof listOrganizationsEndpoint>['query'];
type Overview = z.input<typeof listOrganizationsEndpoint.returns>['results'][number];

/** Super admins see every organization, other callers only their own; one statement either way. */
export async function listOrganizations({ db, caller }: Ctx, query: Query) {
  const { page, page_size: size, search, is_active: active, include_demo: demos } = query;
  const own = isSuperAdmin(caller.role) ? null : caller.organizationId;
  if (!isSuperAdmin(caller.role) && !own) return { count: 0, next: null, previous: null, results: [] };
  const { rows } = await sql<{ count: number; results: Overview[] }>`
    with found as (
      select o.* from organizations o
      where (${own}::uuid is null or o.id = ${own}) and (${active ?? null}::boolean is null or o.is_active = ${active ?? null})
        and (${demos} or not o.is_demo or o.id = ${own})
        and position(lower(${search ?? ''}) in lower(o.name)) > 0
    ), page as (select * from found order by lower(name), id limit ${size} offset ${(page - 1) * size})
    select (select count(*)::int from found) as count, coalesce((select json_agg(json_build_object(
      'id', o.id, 'name', o.name, 'is_active', o.is_active, 'white_label_enabled', o.white_label_enabled,
      'gyms_count', (select count(*) from gyms g where g.organization_id = o.id and g.is_active),
      'members_count', (select count(*) from users u where u.organization_id = o.id and u.is_active),
      'sessions_last_30_days', (select count(*) from sessions s where s.organization_id = o.id and s.status = 'active'
        and s.starts_at between now() - interval '30 days' and now()),
      'storage_bytes', (select coalesce(sum(bytes), 0) from files f where f.organization_id = o.id),
      'storage_limit_bytes', ${storageLimits.organization}::bigint * o.storage_times,
      'stranger_mails', case when ${own}::uuid is null then json_build_object('is_lifted', o.mail_limit_lifted,
        'most', ${sql.raw(strangerMailsSql)}, 'used', coalesce((select r.used from rate_limits r
          where r.bucket = 'stranger_mails:' || o.id and r.resets_at > now()), 0)) end,
      'is_demo', o.is_demo, 'created_at', ${sql.raw(instantSql('o.created_at'))}
    ) order by lower(o.name), o.id) from page o), '[]') as results`.execute(db);
  const { count = 0, results = [] } = rows[0] ?? {};
  const links = numberedLinks(listOrganizationsEndpoint, { query }, count);
  return { count, ...links, results };
}
