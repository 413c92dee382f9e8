import { handlers } from '#platform/http/handlers.ts';
import { getConversation, listConversations, listMessages } from './conversations.service.ts';
import { shareSessionToChat } from './share-session.ts';

export const conversationsRoutes = handlers({
  listConversations: (ctx, { query }) => listConversations(ctx, query),
  getConversation: (ctx, { params }) => getConversation(ctx, params.id),
  listMessages: (ctx, { params, query }) => listMessages(ctx, params.id, query),
  shareSessionToChat: (ctx, { params, body }) => shareSessionToChat(ctx, params.id, body.conversation_id),
});
