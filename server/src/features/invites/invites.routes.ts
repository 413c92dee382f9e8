import { handlers } from '#platform/http/handlers.ts';
import * as codes from './codes/codes.service.ts';
import { mailInvites } from './codes/mail-invites.service.ts';
import * as service from './invites.service.ts';

export const invitesRoutes = handlers({
  validateInviteCode: (ctx, { body }) => service.validateInviteCode(ctx, body.code),
  listInviteCodes: (ctx, { query }) => codes.listInviteCodes(ctx, query),
  listInviteCodeUses: (ctx, input) => codes.listInviteCodeUses(ctx, input),
  listReferrals: (ctx, { query }) => codes.listReferrals(ctx, query),
  createInviteCode: (ctx, { body }) => codes.createInviteCode(ctx, body),
  mailInvites: (ctx, { body }) => mailInvites(ctx, body),
  generateInviteCodes: (ctx, { body }) => codes.generateInviteCodes(ctx, body),
  updateInviteCode: (ctx, input) => codes.updateInviteCode(ctx, input),
  deleteInviteCode: (ctx, { params }) => codes.deleteInviteCode(ctx, params.id),
  redeemInviteCode: (ctx, { body }) => service.redeemInviteCode(ctx, body),
});
