import type { Feature } from '#platform/feature.ts';
import { removeOrganizations, removeOrganizationsTimetable } from './organizations.jobs.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { themesRoutes } from './themes/themes.routes.ts';

export { readOrganizationName } from './organizations.repo.ts';
export {
  brandOf,
  findOrganization,
  getGymConfig,
  mailBrand,
  mailBrandOf,
  uploadedImage,
} from './organizations.service.ts';
export { createOrganization } from './organizations-creation.service.ts';
export { removeLeftovers } from './organizations-deletion.repo.ts';
export { refuseStrangeImages } from './themes/theme-images.service.ts';

export const organizationsFeature = {
  routes: organizationsRoutes,
  jobs: [removeOrganizations],
  timetable: [removeOrganizationsTimetable],
} satisfies Feature;

export const themesFeature = { routes: themesRoutes } satisfies Feature;
