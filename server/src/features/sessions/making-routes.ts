import type { FastifyRequest } from 'fastify';
import { handlers } from '#platform/http/handlers.ts';
import { cancelSession } from './cancelling.service.ts';
import { checkSessionTime } from './session-time-check.ts';
import { createSession } from './sessions.create.ts';
import { updateSession } from './sessions.update.ts';
import { revokeSessionShare, shareSession } from './sharing.service.ts';

/** Making, changing and sharing sessions. */
export const makingRoutes = (inOwnZone: (request: FastifyRequest) => boolean) =>
  handlers({
    createSession: (ctx, { body }, { request }) => createSession(ctx, body, inOwnZone(request)),
    checkSessionTime: (ctx, { query }, { request }) => checkSessionTime(ctx, query, inOwnZone(request)),
    updateSession: (ctx, { params, body }, { request }) => updateSession(ctx, params.id, body, inOwnZone(request)),
    cancelSession: (ctx, { params, query }) => cancelSession(ctx, params.id, query),
    shareSession: (ctx, { params }) => shareSession(ctx, params.id),
    revokeSessionShare: (ctx, { params }) => revokeSessionShare(ctx, params.id),
  });
