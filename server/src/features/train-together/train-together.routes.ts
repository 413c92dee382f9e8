import { inOwnZone } from '#features/sessions/index.ts';
import { handlers } from '#platform/http/handlers.ts';
import { inviteMember } from './invite-member.service.ts';
import { listTimes, trainTogether } from './train-together.service.ts';

export const trainTogetherRoutes = handlers({
  listTimesWithMember: (ctx, { params }) => listTimes(ctx, { userId: params.id }),
  listTimesWithConversation: (ctx, { params }) => listTimes(ctx, { conversationId: params.id }),
  trainWithMember: (ctx, { params, body }, { request }) =>
    trainTogether(ctx, { userId: params.id }, body, inOwnZone(request)),
  trainWithConversation: (ctx, { params, body }, { request }) =>
    trainTogether(ctx, { conversationId: params.id }, body, inOwnZone(request)),
  inviteMember: (ctx, { params, body }) => inviteMember(ctx, params.id, body),
});
