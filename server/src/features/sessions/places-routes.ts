import type { FastifyRequest } from 'fastify';
import { handlers } from '#platform/http/handlers.ts';
import { checkIn } from './check-in.service.ts';
import { joinSession } from './sessions.join.ts';
import { leaveSession } from './sessions.leave.ts';
import { acceptPlace, joinWaitingList, leaveWaitingList } from './waiting-list.service.ts';

/** Coming to a session, or not. */
export const placesRoutes = (inOwnZone: (request: FastifyRequest) => boolean) =>
  handlers({
    joinSession: (ctx, { params, body }, { request }) => joinSession(ctx, params.id, body.scope, inOwnZone(request)),
    leaveSession: (ctx, { params, body }, { request }) => leaveSession(ctx, params.id, body.scope, inOwnZone(request)),
    joinWaitingList: (ctx, { params }, { request }) => joinWaitingList(ctx, params.id, inOwnZone(request)),
    leaveWaitingList: (ctx, { params }, { request }) => leaveWaitingList(ctx, params.id, inOwnZone(request)),
    acceptPlace: (ctx, { params }, { request }) => acceptPlace(ctx, params.id, inOwnZone(request)),
    checkIn: (ctx, { params, body }, { request }) => checkIn(ctx, params.id, body, inOwnZone(request)),
  });
