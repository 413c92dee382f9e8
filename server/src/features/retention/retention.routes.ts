import { handlers } from '#platform/http/handlers.ts';
import * as remedies from './remedies.service.ts';
import * as service from './retention.service.ts';

export const retentionRoutes = handlers({
  listMembersAtRisk: (ctx, { query }) => service.listMembersAtRisk(ctx, query),
  getMemberRisk: (ctx, { params }) => service.getMemberRisk(ctx, params.id),
  listSessionsForMemberAtRisk: (ctx, { params }) => service.listSessionsForMemberAtRisk(ctx, params.id),
  messageMemberAtRisk: (ctx, { params, body }) => remedies.messageMemberAtRisk(ctx, params.id, body),
  inviteMemberAtRisk: (ctx, { params, body }) => remedies.inviteMemberAtRisk(ctx, params.id, body),
  askFriendToReachOut: (ctx, { params }) => remedies.askFriendToReachOut(ctx, params.id),
  dismissMemberAtRisk: (ctx, { params }) => service.dismissMemberAtRisk(ctx, params.id),
  restoreMemberAtRisk: (ctx, { params }) => service.restoreMemberAtRisk(ctx, params.id),
});
