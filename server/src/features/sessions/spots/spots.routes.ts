import { handlers } from '#platform/http/handlers.ts';
import { checkIn } from './check-in.service.ts';
import { setCoHost } from './co-hosts.service.ts';
import { declineSession } from './decline.service.ts';
import { setGuests } from './guests.service.ts';
import { joinPendingSession } from './pending-join.service.ts';
import { joinSession } from './spots-join.service.ts';
import { leaveSession } from './spots-leave.service.ts';

export const spotsRoutes = handlers({
  joinSession: (ctx, { params, body }) => joinSession(ctx, params.id, body),
  leaveSession: (ctx, { params, body }) => leaveSession(ctx, params.id, body.scope),
  declineSession: (ctx, { params }) => declineSession(ctx, params.id),
  setGuests: (ctx, { params, body }) => setGuests(ctx, params.id, body.first_names),
  joinPendingSession: (ctx, { body }) => joinPendingSession(ctx, body),
  setCoHost: (ctx, { params, body }) => setCoHost(ctx, { ...params, isCoHost: body.is_co_host }),
  checkIn: (ctx, { params, body }) => checkIn(ctx, params.id, body),
});
