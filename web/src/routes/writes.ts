import { conversationChat } from '#features/conversations/conversation-chat.ts';
import {
  archiveConversation,
  leaveConversation,
  muteConversation,
} from '#features/conversations/conversations.mutations.ts';
import { votePoll } from '#features/conversations/polls/polls.ts';
import { setReaction } from '#features/conversations/reactions/reactions.ts';
import { acceptConversation, declineConversation } from '#features/conversations/requests/requests.mutations.ts';
import { deleteMessage, editMessage, pinMessage } from '#features/conversations/thread/messages.mutations.ts';
import { markConversationRead } from '#features/conversations/thread/use-mark-read.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
  removeFriend,
  sendFriendRequest,
} from '#features/friends/friends.mutations.ts';
import { dismissSuggestion } from '#features/friends/suggestions.ts';
import {
  answerNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from '#features/notifications/notifications.mutations.ts';
import { setDefaultLevel } from '#features/onboarding/default-level.mutations.ts';
import { blockUser, unblockUser } from '#features/safety/blocks/blocks.queries.ts';
import { createReport } from '#features/safety/reports/reports.mutations.ts';
import { giveKudos } from '#features/sessions/finish/finish.mutations.ts';
import { sendQuickAction } from '#features/sessions/messages/quick-actions.mutations.ts';
import { sessionChat } from '#features/sessions/messages/session-chat.ts';
import { acceptProposal, createProposal, rejectProposal } from '#features/sessions/proposals/proposals.mutations.ts';
import { cancelSession, updateSessionStart } from '#features/sessions/sessions.mutations.ts';
import {
  checkIn,
  claimSpot,
  declineSession,
  joinSession,
  joinWaitlist,
  leaveSession,
  leaveWaitlist,
  setCoHost,
  setGuests,
} from '#features/sessions/spots/spots.mutations.ts';
import { inviteMember } from '#features/train-together/invite-to-session.tsx';
import { trainTogether } from '#features/train-together/train-together.queries.ts';
import { updateMyPreferences } from '#features/users/users.mutations.ts';
import { updateMe } from '#platform/login/update-me.ts';
import type { AnyWrite } from '#platform/outbox/write.ts';

/** Every write that the outbox may find on the device, loaded when it finds one. */
const writes = {
  joinSession,
  leaveSession,
  declineSession,
  setCoHost,
  setGuests,
  joinWaitlist,
  leaveWaitlist,
  claimSpot,
  checkIn,
  cancelSession,
  updateSessionStart,
  acceptProposal,
  rejectProposal,
  sendQuickAction,
  sendSessionMessage: sessionChat.sendMessage,
  sendMessage: conversationChat.sendMessage,
  createProposal,
  giveKudos,
  setReaction,
  votePoll,
  markConversationRead,
  muteConversation,
  archiveConversation,
  leaveConversation,
  acceptConversation,
  declineConversation,
  editMessage,
  deleteMessage,
  pinMessage,
  sendFriendRequest,
  acceptFriendRequest,
  declineFriendRequest,
  removeFriend,
  dismissSuggestion,
  blockUser,
  unblockUser,
  createReport,
  trainTogether,
  inviteMember,
  answerNotification,
  markNotificationRead,
  markAllNotificationsRead,
  updateMe,
  setDefaultLevel,
  updateMyPreferences,
};

export type WriteName = keyof typeof writes;

export const allWrites: Record<WriteName, AnyWrite> = writes;
