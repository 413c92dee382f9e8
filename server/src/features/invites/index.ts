export { invitesRoutes } from './invites.routes.ts';
export { enterByCode, refuseUnusableCode } from './invites.service.ts';
