import { isSuperAdmin } from '@spotter/contract/roles.ts';
import { fail } from '#platform/errors.ts';
import { handlers } from '#platform/http/handlers.ts';
import { readGymOptions } from './gyms.repo.ts';
import * as nominations from './nominations.service.ts';

export const gymsRoutes = handlers({
  listAccessibleGyms: async ({ read, caller }, { query }) => {
    const { organizationId, gymIds, role } = caller;
    const asked = query.organization_id ?? organizationId;
    if (!asked) return { results: [] };
    if (asked === organizationId) return { results: await readGymOptions(read, asked, gymIds) };
    // Only a super admin may read another organization's gyms.
    const results = isSuperAdmin(role) ? await readGymOptions(read, asked, null) : [];
    if (results.length === 0) throw fail('organization_not_found');
    return { results };
  },

  nominateGym: (ctx, { body }) => nominations.nominateGym(ctx, body),
  listNominations: (ctx, { query }) => nominations.listNominations(ctx, query),
  updateNomination: (ctx, { params, body }) => nominations.updateNomination(ctx, params.id, body),
});
