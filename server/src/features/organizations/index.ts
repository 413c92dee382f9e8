import type { Feature } from '#platform/feature.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { themesRoutes } from './themes/themes.routes.ts';

export { readOrganizationName, removeLeftovers } from './organizations.repo.ts';
export {
  brandOf,
  findOrganization,
  getGymConfig,
  mailBrand,
  mailBrandOf,
  uploadedImage,
} from './organizations.service.ts';
export { createOrganization } from './organizations-creation.service.ts';
export { refuseStrangeImages } from './themes/theme-images.service.ts';

export const organizationsFeature = { routes: organizationsRoutes } satisfies Feature;

export const themesFeature = { routes: themesRoutes } satisfies Feature;
