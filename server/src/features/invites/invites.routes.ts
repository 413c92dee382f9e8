import { handlers } from '#platform/http/handlers.ts';
import * as service from './invites.service.ts';

export const invitesRoutes = handlers({
  validateInviteCode: (ctx, { body }) => service.validateInviteCode(ctx, body.code),
  redeemInviteCode: (ctx, { body }) => service.redeemInviteCode(ctx, body),
});
