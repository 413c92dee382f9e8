import { fail } from '#platform/errors.ts';
import { handlers } from '#platform/http/handlers.ts';
import * as service from './organizations.service.ts';
import { deleteOrganization, restoreOrganization } from './organizations-deletion.service.ts';
import { listOrganizations } from './organizations-list.service.ts';
import { updateOrganization } from './organizations-update.service.ts';
import { listSessionTypes, resetSessionTypes, updateSessionTypes } from './session-types.service.ts';

export const organizationsRoutes = handlers({
  getCurrentOrganization: async ({ db, caller }) => {
    const found = await service.findOrganization(db, caller.organizationId);
    if (!found) throw fail('organization_required');
    return { ...found.organization, theme: found.theme };
  },
  updateOrganization: (ctx, input) => updateOrganization(ctx, input),
  deleteOrganization: (ctx, input) => deleteOrganization(ctx, input),
  restoreOrganization: (ctx, { params }) => restoreOrganization(ctx, params.id),
  listOrganizations: (ctx, { query }) => listOrganizations(ctx, query),
  getOrganization: async ({ db }, { params }) => {
    const found = await service.findOrganization(db, params.id);
    if (!found) throw fail('organization_not_found');
    return { ...found.organization, theme: found.theme };
  },
  getOrganizationTheme: ({ db }, { params }) => service.getOrganizationTheme(db, params.id),
  listSessionTypes: ({ read }, { params, query }) => listSessionTypes(read, params.id, query),
  updateSessionTypes: (ctx, { params, body }) => updateSessionTypes(ctx, params.id, body),
  resetSessionTypes: (ctx, { params }) => resetSessionTypes(ctx, params.id),
  getGymConfig: ({ db, caller }) => service.getGymConfig(db, caller.organizationId, caller),
});
