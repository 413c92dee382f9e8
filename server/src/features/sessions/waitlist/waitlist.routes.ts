import { handlers } from '#platform/http/handlers.ts';
import { claimSpot, joinWaitlist, leaveWaitlist } from './waitlist.service.ts';

export const waitlistRoutes = handlers({
  joinWaitlist: (ctx, { params }) => joinWaitlist(ctx, params.id),
  leaveWaitlist: (ctx, { params }) => leaveWaitlist(ctx, params.id),
  claimSpot: (ctx, { params }) => claimSpot(ctx, params.id),
});
