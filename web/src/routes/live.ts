import { conversationsLive } from '#features/conversations/conversations.realtime.ts';
import { demoLive } from '#features/demo/demo.realtime.ts';
import { friendsLive } from '#features/friends/friends.realtime.ts';
import { gymsLive } from '#features/gyms/gyms.realtime.ts';
import { notificationsLive } from '#features/notifications/notifications.realtime.ts';
import { themeLive } from '#features/organizations/theme/theme.realtime.ts';
import { profilesLive } from '#features/profiles/profiles.realtime.ts';
import { reportsLive } from '#features/safety/reports/reports.realtime.ts';
import { sessionChatLive } from '#features/sessions/messages/session-chat.ts';
import { sessionsLive } from '#features/sessions/sessions.realtime.ts';
import { usersLive } from '#features/users/users.realtime.ts';
import { presenceLive } from '#platform/people/presence.ts';
import { createLiveApplier } from '#platform/realtime/live-events.ts';

/** Every feature's live event handlers. */
export const applyLiveEvent = createLiveApplier([
  usersLive,
  gymsLive,
  sessionsLive,
  sessionChatLive,
  conversationsLive,
  friendsLive,
  profilesLive,
  notificationsLive,
  presenceLive,
  themeLive,
  reportsLive,
  demoLive,
]);
