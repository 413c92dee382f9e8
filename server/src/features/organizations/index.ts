import type { Feature } from '#platform/feature.ts';
import { organizationsRoutes } from './organizations.routes.ts';

export { onColor, readableOn } from './brand-color.ts';
export { createOrganization } from './organizations.creation.ts';
export { getGymConfig, mailBrandOf } from './organizations.service.ts';

export const organizationsFeature = { routes: organizationsRoutes } satisfies Feature;
