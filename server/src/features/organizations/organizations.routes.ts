import { fail } from '#platform/http/errors.ts';
import { handlers } from '#platform/http/handlers.ts';
import * as service from './organizations.service.ts';

export const organizationsRoutes = handlers({
  getCurrentOrganization: async ({ db, caller }) => {
    const found = await service.findOrganization(db, caller.organizationId);
    if (!found) throw fail('organization_required');
    return { ...found.organization, theme: found.theme };
  },
  getOrganizationTheme: ({ db }, { params }) => service.getOrganizationTheme(db, params.id),
  getGymConfig: ({ db, caller }) => service.getGymConfig(db, caller.organizationId),
});
