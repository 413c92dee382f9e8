import type { FileStore } from '#platform/file-store.ts';
import type { SendFile } from '#platform/files/send-file.ts';
import { handlers } from '#platform/http/handlers.ts';
import { getConversation, listConversations, listMessages } from './conversations.service.ts';
import { openDirectConversation } from './direct/direct.service.ts';
import { acceptConversation, declineConversation } from './direct/requests.service.ts';
import { addAdmins, removeAdmins } from './groups/group-admins.service.ts';
import * as groupLinks from './groups/group-links.service.ts';
import * as groups from './groups/groups.service.ts';
import * as membership from './membership.service.ts';
import { deleteMessage, editMessage, sendMessage } from './messages/send-message.service.ts';
import { shareSessionToChat } from './messages/share-session.service.ts';
import { deleteConversationPicture, updateConversationPicture } from './photos/group-picture.service.ts';
import { getMessagePhoto, sendPhoto } from './photos/photos.service.ts';
import * as pins from './pins/pins.service.ts';
import * as polls from './polls/polls.service.ts';
import * as reactions from './reactions/reactions.service.ts';
import { searchMessages } from './search/message-search.service.ts';
import { sendTyping } from './typing.service.ts';
import { markMessagesDelivered } from './unread/delivered.service.ts';
import { listUnreadConversations } from './unread/unread.service.ts';
import { listConversationUpdates } from './updates.service.ts';

const messageOf = ({ id, messageId }: { id: string; messageId: string }) => ({ conversationId: id, messageId });

export const conversationsRoutes = handlers({
  listConversations: (ctx, { query }) => listConversations(ctx, query),
  listUnreadConversations: (ctx) => listUnreadConversations(ctx),
  searchMessages: (ctx, { query }) => searchMessages(ctx, query),
  getConversation: (ctx, { params }) => getConversation(ctx, params.id),
  listConversationUpdates: (ctx, { query }) => listConversationUpdates(ctx, query.since),

  openDirectConversation: (ctx, { body }) => openDirectConversation(ctx, body.user_id),
  createGroupConversation: (ctx, { body }) => groups.createGroupConversation(ctx, body),
  updateConversation: (ctx, { params, body }) => groups.updateConversation(ctx, params.id, body.name),
  addParticipants: (ctx, { params, body }) => groups.addParticipants(ctx, params.id, body.user_ids),
  removeParticipants: (ctx, { params, body }) => groups.removeParticipants(ctx, params.id, body.user_ids),
  addAdmins: (ctx, { params, body }) => addAdmins(ctx, params.id, body.user_ids),
  removeAdmins: (ctx, { params, body }) => removeAdmins(ctx, params.id, body.user_ids),
  deleteConversationPicture: (ctx, { params }) => deleteConversationPicture(ctx, params.id),
  leaveConversation: (ctx, { params }) => groups.leaveConversation(ctx, params.id),

  getGroupLink: (ctx, { params }) => groupLinks.getGroupLink(ctx, params.id),
  createGroupLink: (ctx, { params }) => groupLinks.createGroupLink(ctx, params.id),
  deleteGroupLink: (ctx, { params }) => groupLinks.deleteGroupLink(ctx, params.id),
  getLinkedGroup: (ctx, { params }) => groupLinks.getLinkedGroup(ctx, params.token),
  joinGroupByLink: (ctx, { params }) => groupLinks.joinGroupByLink(ctx, params.token),

  acceptConversation: (ctx, { params }) => acceptConversation(ctx, params.id),
  declineConversation: (ctx, { params }) => declineConversation(ctx, params.id),

  markConversationRead: (ctx, { params, body }) => membership.markConversationRead(ctx, params.id, body.last_read_seq),
  markMessagesDelivered: (ctx, { body }) => markMessagesDelivered(ctx, body.conversations),
  archiveConversation: (ctx, { params }) => membership.archiveConversation(ctx, params.id),
  unarchiveConversation: (ctx, { params }) => membership.unarchiveConversation(ctx, params.id),
  muteConversation: (ctx, { params, body }) => membership.muteConversation(ctx, params.id, body.duration),
  unmuteConversation: (ctx, { params }) => membership.unmuteConversation(ctx, params.id),

  listMessages: (ctx, { params, query }) => listMessages(ctx, params.id, query),
  sendMessage: (ctx, { params, body }) => sendMessage(ctx, params.id, body),
  editMessage: (ctx, { params, body }) => editMessage(ctx, params.id, params.messageId, body.content),
  deleteMessage: (ctx, { params }) => deleteMessage(ctx, params.id, params.messageId),
  listReactions: (ctx, { params }) => reactions.listReactions(ctx, messageOf(params)),
  addReaction: (ctx, { params }) => reactions.addReaction(ctx, messageOf(params), params.emoji),
  removeReaction: (ctx, { params }) => reactions.removeReaction(ctx, messageOf(params), params.emoji),
  listPinnedMessages: (ctx, { params }) => pins.listPinnedMessages(ctx, params.id),
  pinMessage: (ctx, { params }) => pins.pinMessage(ctx, messageOf(params)),
  unpinMessage: (ctx, { params }) => pins.unpinMessage(ctx, messageOf(params)),
  sendPoll: (ctx, { params, body }) => polls.sendPoll(ctx, params.id, body),
  votePoll: (ctx, { params, body }) => polls.votePoll(ctx, messageOf(params), body.options),
  listVotes: (ctx, { params }) => polls.listVotes(ctx, messageOf(params)),
  settlePoll: (ctx, { params, body }) => polls.settlePoll(ctx, messageOf(params), body),
  shareSessionToChat: (ctx, { params, body }) => shareSessionToChat(ctx, params.id, body.conversation_id),
  sendTyping: (ctx, { params }) => sendTyping(ctx, params.id),
});

export const photosRoutes = ({ files, sendFile }: { files: FileStore; sendFile: SendFile }) =>
  handlers({
    sendPhoto: (ctx, { params, body }) => sendPhoto(ctx, files, params.id, body),
    getMessagePhoto: (ctx, { params }, raw) => getMessagePhoto(ctx, sendFile, messageOf(params), raw),
    updateConversationPicture: (ctx, { params, body }) => updateConversationPicture(ctx, files, params.id, body.file),
  });
