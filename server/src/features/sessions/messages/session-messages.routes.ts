import { handlers } from '#platform/http/handlers.ts';
import { sendQuickAction } from './quick-actions.service.ts';
import { listSessionMessages, sendSessionMessage } from './session-messages.service.ts';

export const messagesRoutes = handlers({
  listSessionMessages: (ctx, { params, query }) => listSessionMessages(ctx, params.id, query),
  sendSessionMessage: (ctx, { params, body }) => sendSessionMessage(ctx, params.id, body),
  sendQuickAction: (ctx, { params, body }) => sendQuickAction(ctx, params.id, body),
});
