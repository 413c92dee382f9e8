import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { Id } from './api/primitives.ts';
import { listUnreadConversations } from './conversations/conversations.ts';
import { getLiveCursor } from './events/events.ts';
import { listFriendSuggestions } from './friends.ts';
import { getGymConfig } from './gyms/gyms.ts';
import { getUnreadCount } from './notifications/notifications.ts';
import { listFinishes } from './sessions/finish.ts';
import { listSentInvites } from './sessions/sent-invites.ts';
import { listSessions } from './sessions/sessions.ts';
import { getMe, getUserPreferences } from './users/users.ts';

/** All of home's reads in one call: on a phone's network each request costs more than its data. */
export const getHome = endpoint({
  method: 'GET',
  path: '/home/',
  access: 'signed_in',
  cost: 40,
  summary: "Everything the member's home shows, each part as its own call answers it.",
  query: z.object({
    gym: Id.optional().describe('The selected gym. The current one is taken if the caller has left it.'),
  }),
  returns: z.object({
    cursor: getLiveCursor.returns.shape.cursor.describe('The position of the live events before anything was read.'),
    user: getMe.returns,
    gym_config: getGymConfig.returns,
    gym_id: Id.nullable(),
    unread: getUnreadCount.returns,
    preferences: getUserPreferences.returns,
    at_gym: z
      .object({
        mine: listSessions.returns,
        waiting: listSessions.returns,
        invited: listSessions.returns,
        sent_invites: listSentInvites.returns,
        joinable: listSessions.returns,
        today: listSessions.returns,
        finishes: listFinishes.returns,
        suggestions: listFriendSuggestions.returns,
        unread_conversations: listUnreadConversations.returns,
      })
      .nullable()
      .describe('Null for a caller without a gym.'),
  }),
});
