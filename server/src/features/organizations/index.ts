export { organizationsRoutes } from './organizations.routes.ts';
export { getGymConfig, mailBrandOf } from './organizations.service.ts';
