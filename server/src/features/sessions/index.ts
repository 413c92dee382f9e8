export { sessionsRoutes } from './sessions.routes.ts';
export { readSharedSession } from './shared-sessions.repo.ts';
export { enterByShareToken, refuseUnknownShareToken } from './shared-sessions.service.ts';
