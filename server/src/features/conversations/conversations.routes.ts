import { handlers } from '#platform/http/handlers.ts';
import { getConversation, listConversations, listMessages } from './conversations.service.ts';
import { openDirectConversation } from './direct.service.ts';
import * as groups from './groups.service.ts';
import * as membership from './membership.service.ts';
import { deleteMessage, editMessage, sendMessage } from './send-message.service.ts';
import { shareSessionToChat } from './share-session.ts';
import { sendTyping } from './typing.service.ts';
import { listUnreadConversations } from './unread.ts';
import { listConversationUpdates } from './updates.service.ts';

export const conversationsRoutes = handlers({
  listConversations: (ctx, { query }) => listConversations(ctx, query),
  listUnreadConversations: (ctx) => listUnreadConversations(ctx),
  getConversation: (ctx, { params }) => getConversation(ctx, params.id),
  listConversationUpdates: (ctx, { query }) => listConversationUpdates(ctx, query.since),

  openDirectConversation: (ctx, { body }) => openDirectConversation(ctx, body.user_id),
  createGroupConversation: (ctx, { body }) => groups.createGroupConversation(ctx, body),
  updateConversation: (ctx, { params, body }) => groups.updateConversation(ctx, params.id, body.name),
  addParticipants: (ctx, { params, body }) => groups.addParticipants(ctx, params.id, body.user_ids),
  removeParticipants: (ctx, { params, body }) => groups.removeParticipants(ctx, params.id, body.user_ids),
  leaveConversation: (ctx, { params }) => groups.leaveConversation(ctx, params.id),

  markConversationRead: (ctx, { params, body }) => membership.markConversationRead(ctx, params.id, body.last_read_seq),
  archiveConversation: (ctx, { params }) => membership.archiveConversation(ctx, params.id),
  unarchiveConversation: (ctx, { params }) => membership.unarchiveConversation(ctx, params.id),
  muteConversation: (ctx, { params, body }) => membership.muteConversation(ctx, params.id, body.duration),
  unmuteConversation: (ctx, { params }) => membership.unmuteConversation(ctx, params.id),

  listMessages: (ctx, { params, query }) => listMessages(ctx, params.id, query),
  sendMessage: (ctx, { params, body }) => sendMessage(ctx, params.id, body),
  editMessage: (ctx, { params, body }) => editMessage(ctx, params.id, params.messageId, body.content),
  deleteMessage: (ctx, { params }) => deleteMessage(ctx, params.id, params.messageId),
  shareSessionToChat: (ctx, { params, body }) => shareSessionToChat(ctx, params.id, body.conversation_id),
  sendTyping: (ctx, { params }) => sendTyping(ctx, params.id),
});
