import type { Feature } from '#platform/feature.ts';
import { removeOrganizations, removeOrganizationsTimetable } from './organizations.jobs.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { themesRoutes } from './theme/themes.routes.ts';

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
export { clearTrail, removeLeftovers } from './organizations-deletion.repo.ts';
export { closeForGood } from './organizations-deletion.service.ts';
export { refuseStrangeImages } from './theme/theme-images.service.ts';

export const organizationsFeature = {
  routes: organizationsRoutes,
  jobs: [removeOrganizations],
  timetable: [removeOrganizationsTimetable],
} satisfies Feature;

export const themesFeature = { routes: themesRoutes } satisfies Feature;
