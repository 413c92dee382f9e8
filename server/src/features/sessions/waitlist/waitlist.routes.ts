import { handlers } from '#platform/http/handlers.ts';
import { inOwnZone } from '../times/own-zone.ts';
import { claimSpot, joinWaitlist, leaveWaitlist } from './waitlist.service.ts';

export const waitlistRoutes = handlers({
  joinWaitlist: (ctx, { params }, { request }) => joinWaitlist(ctx, params.id, inOwnZone(request)),
  leaveWaitlist: (ctx, { params }, { request }) => leaveWaitlist(ctx, params.id, inOwnZone(request)),
  claimSpot: (ctx, { params }, { request }) => claimSpot(ctx, params.id, inOwnZone(request)),
});
