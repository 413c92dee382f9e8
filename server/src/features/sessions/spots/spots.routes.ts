import { handlers } from '#platform/http/handlers.ts';
import { inOwnZone } from '../times/own-zone.ts';
import { checkIn } from './check-in.service.ts';
import { setCoHost } from './co-hosts.service.ts';
import { declineSession } from './decline.service.ts';
import { setGuests } from './guests.service.ts';
import { joinPendingSession } from './pending-join.service.ts';
import { joinSession } from './spots.join.ts';
import { leaveSession } from './spots.leave.ts';

export const spotsRoutes = handlers({
  joinSession: (ctx, { params, body }, { request }) => joinSession(ctx, params.id, body, inOwnZone(request)),
  leaveSession: (ctx, { params, body }, { request }) => leaveSession(ctx, params.id, body.scope, inOwnZone(request)),
  declineSession: (ctx, { params }, { request }) => declineSession(ctx, params.id, inOwnZone(request)),
  setGuests: (ctx, { params, body }, { request }) => setGuests(ctx, params.id, body.first_names, inOwnZone(request)),
  joinPendingSession: (ctx, { body }, { request }) => joinPendingSession(ctx, body, inOwnZone(request)),
  setCoHost: (ctx, { params, body }, { request }) =>
    setCoHost(ctx, { ...params, isCoHost: body.is_co_host }, inOwnZone(request)),
  checkIn: (ctx, { params, body }, { request }) => checkIn(ctx, params.id, body, inOwnZone(request)),
});
