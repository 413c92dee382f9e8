import { handlers } from '#platform/http/handlers.ts';
import { inviteMember } from './invite-member.service.ts';
import { listTimes, trainTogether } from './train-together.service.ts';

export const trainTogetherRoutes = handlers({
  listTimesWithMember: (ctx, { params }) => listTimes(ctx, { userId: params.id }),
  listTimesWithConversation: (ctx, { params }) => listTimes(ctx, { conversationId: params.id }),
  trainWithMember: (ctx, { params, body }) => trainTogether(ctx, { userId: params.id }, body),
  trainWithConversation: (ctx, { params, body }) => trainTogether(ctx, { conversationId: params.id }, body),
  inviteMember: (ctx, { params, body }) => inviteMember(ctx, params.id, body),
});
