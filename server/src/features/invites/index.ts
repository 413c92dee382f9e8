export { findUsableCode } from './invites.repo.ts';
export { invitesRoutes } from './invites.routes.ts';
export { enterByCode, refuseUnusableCode } from './invites.service.ts';
