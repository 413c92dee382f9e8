export { sessionsRoutes } from './sessions.routes.ts';
export { enterByShareToken, refuseUnknownShareToken } from './shared-sessions.service.ts';
