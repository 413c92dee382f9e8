import type { FastifyRequest } from 'fastify';
import { handlers } from '#platform/http/handlers.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { joinPendingSession } from './pending-join.service.ts';
import { getSession, listSessions } from './sessions.service.ts';
import { getSharedSession, joinByToken } from './shared-sessions.service.ts';

/** Whether times are to be shown in the reader's own zone instead of the gym's. */
const inOwnZone = (request: FastifyRequest) => request.headers['x-use-new-timezone'] === 'true';

export const sessionsRoutes = handlers({
  ...calendarRoutes,
  listSessions: (ctx, { query }, { request }) => listSessions(ctx, query, inOwnZone(request)),
  getSession: (ctx, { params }, { request }) => getSession(ctx, params.id, inOwnZone(request)),
  getSharedSession: (ctx, { params }, { request }) => getSharedSession(ctx, params.token, inOwnZone(request)),
  joinByToken: (ctx, { body }, { request }) => joinByToken(ctx, body, inOwnZone(request)),
  joinPendingSession: (ctx, { body }, { request }) => joinPendingSession(ctx, body, inOwnZone(request)),
});
