import { handlers } from '#platform/http/handlers.ts';
import * as invites from './friend-invites.service.ts';

export const friendsRoutes = handlers({
  generatePlatformInvite: (ctx, { body }) => invites.generatePlatformInvite(ctx, body.email),
  getPlatformInvite: (ctx, { params }) => invites.getPlatformInvite(ctx, params.code),
  joinPlatformInvite: (ctx, { body }) => invites.joinPlatformInvite(ctx, body.referrer_code),
});
