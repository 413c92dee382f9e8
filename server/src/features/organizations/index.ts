export { onColor, readableOn } from './brand-color.ts';
export { createOrganization } from './organizations.creation.ts';
export { organizationsRoutes } from './organizations.routes.ts';
export { getGymConfig, mailBrandOf } from './organizations.service.ts';
