import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listOrganizations as listOrganizationsEndpoint } from '@spotter/contract/organizations.ts';
import { isSuperAdmin } from '@spotter/contract/roles.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { readOrganizations } from './organizations-list.read.ts';

type Query = ParsedInput<typeof listOrganizationsEndpoint>['query'];

/** Super admins see every organization, other callers only their own; one statement either way. */
export async function listOrganizations({ db, caller }: Ctx, query: Query) {
  const {
    page,
    page_size: size,
    search,
    is_active: active = null,
    include_demo: demos,
    is_deleted,
    stage = null,
    sort = 'name',
  } = query;
  const own = isSuperAdmin(caller.role) ? null : caller.organizationId;
  if (!isSuperAdmin(caller.role) && !own) return { count: 0, next: null, previous: null, results: [] };
  const { count, results } = await readOrganizations(db, sort, {
    own,
    active,
    deleted: is_deleted ?? false,
    stage,
    demos,
    search: search ?? '',
    limit: size,
    offset: (page - 1) * size,
  });
  const links = numberedLinks(listOrganizationsEndpoint, { query }, count);
  return { count, ...links, results };
}
