export { onColour, readableOn } from './brand-colour.ts';
export { createOrganization } from './organizations.creation.ts';
export { organizationsRoutes } from './organizations.routes.ts';
export { getGymConfig, mailBrandOf } from './organizations.service.ts';
