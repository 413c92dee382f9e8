import { z } from 'zod';
import { Id, Instant } from '../api/primitives.ts';
import { Message } from '../conversations/conversations.ts';
import { pollVoted } from '../conversations/polls.ts';
import { Reaction } from '../conversations/reactions.ts';
import { Friend, FriendRequest } from '../friends.ts';
import { notificationKinds } from '../notification-kinds.ts';
import { SessionMessage } from '../sessions/messages.ts';
import { SessionProposal } from '../sessions/proposals.ts';
import { WorkoutType } from '../sessions/sessions.ts';
import { ThemeConfig } from '../theme/theme.ts';
import { Person } from '../users/users.ts';

const spots = {
  current_participants: z.number().int(),
  available_spots: z.number().int(),
  waitlist_count: z.number().int(),
};
const inSession = { session_id: Id, gym_id: Id };
const inConversation = { conversation_id: Id };

/**
 * Everything the live stream can say, by type. Data that is the same for every reader is included; data that depends on
 * the reader (`can_join`, local times) is sent as an id, and the reader fetches it. A Message is written for its
 * recipient.
 */
export const liveEvents = {
  // The reader's own account
  'me.updated': z.object({ changed: z.array(z.string()).describe('Names of the fields of User.') }),
  'login.ended': z.object({ login_id: Id, reason: z.string() }),

  // The organization
  'organization.updated': z.object({ organization_id: Id }),
  'theme.updated': z.object({ organization_id: Id, theme: ThemeConfig }),
  'gym.created': z.object({ gym_id: Id }),
  'gym.updated': z.object({ gym_id: Id }),
  'gym.deleted': z.object({ gym_id: Id }),
  'opening_hours.updated': z.object({ gym_ids: z.array(Id) }),
  'session_types.updated': z.object({ organization_id: Id }),

  'reports.changed': z
    .object({})
    .describe('For admins: a report of what they manage was filed or closed. They read the queue again.'),

  // Sessions
  'session.created': z.object({ ...inSession, creator_id: Id, start_time: Instant, workout_type: WorkoutType }),
  'session.updated': z.object({ ...inSession, changed: z.array(z.string()) }),
  'session.cancelled': z.object({ ...inSession, reason: z.string().nullable() }),
  'session.joined': z.object({ ...inSession, ...spots, user: Person }),
  'session.left': z.object({ ...inSession, ...spots, user_id: Id, creator_id: Id }),
  'session.waitlist_changed': z.object({ ...inSession, ...spots }),
  'session.spot_offered': z.object({ ...inSession, offer_expires_at: Instant }),
  'session.checked_in': z.object({
    ...inSession,
    user_ids: z.array(Id),
    attended: z.boolean().describe('False: the check-in was undone.'),
  }),
  'proposal.created': z.object({ ...inSession, proposal: SessionProposal.omit({ can_answer: true }) }),
  'proposal.answered': z.object({ ...inSession, proposal: SessionProposal.omit({ can_answer: true }) }),
  'session_message.created': z.object({ ...inSession, message: SessionMessage }),
  'session_message.updated': z.object({ ...inSession, message: SessionMessage }),

  // People
  'friend_request.received': z.object({ request: FriendRequest }),
  'friend_request.sent': z.object({ request: FriendRequest }).describe("For the sender's other devices."),
  'friend_request.answered': z.object({ request_id: Id, status: z.enum(['accepted', 'declined', 'withdrawn']) }),
  'friend.added': z.object({ friend: Friend }),
  'friend.removed': z.object({ user_id: Id }),
  'user.hidden': z.object({ user_id: Id }).describe('A block: the reader no longer sees this member.'),
  'user.shown': z.object({ user_id: Id }).describe('A block was lifted.'),

  'people.changed': z
    .object({})
    .describe('A member the reader knew deleted their account: people, chats and notifications are read again.'),

  // Conversations
  'conversation.created': z.object(inConversation),
  'conversation.updated': z.object(inConversation),
  'conversation.left': z.object(inConversation),
  'conversation.read': z.object({ ...inConversation, user_id: Id, last_read_seq: z.number().int() }),
  'conversation.delivered': z.object({ ...inConversation, user_id: Id, delivered_seq: z.number().int() }),
  'message.created': z.object({ ...inConversation, message: Message }),
  'message.updated': z.object({ ...inConversation, message: Message }),
  'message.reacted': z
    .object({ ...inConversation, message_id: Id, seq: z.number().int(), reactions: z.array(Reaction) })
    .describe('All reactions to a message, as the reader sees them.'),
  'message.voted': z
    .object({ ...inConversation, ...pollVoted })
    .describe('The votes in a poll, as the reader sees them.'),
  typing: z.object({ ...inConversation, user_id: Id }),
  presence: z.object({ user_id: Id, online: z.boolean() }),

  // Notifications
  'notification.created': z
    .object({ kind: z.enum(notificationKinds), session_id: Id.nullable(), conversation_id: Id.nullable() })
    .describe('A new or folded notification; one event for all its recipients.'),
  'notification.read': z.object({ notification_id: Id, unread_count: z.number().int() }),
  'notification.removed': z
    .object({ unread_count: z.number().int() })
    .describe('A notification was withdrawn, or a member in it.'),
  'notification.all_read': z.object({ unread_count: z.number().int() }),

  // The platform
  'demo_data.progress': z.object({ job_id: Id, status: z.string(), progress: z.number().int() }),

  // The stream itself
  ready: z.object({ cursor: z.string() }).describe('From here on the stream is complete.'),
  reset: z
    .object({ cursor: z.string() })
    .describe('Too much was missed, or a right was lost since: fetch everything again.'),
  expired: z
    .object({})
    .describe("The stream's access token has expired, and the stream ends: refresh, then resume with Last-Event-ID."),
} as const satisfies Record<string, z.ZodObject>;

export type LiveEventType = keyof typeof liveEvents;
export type LiveEventData<T extends LiveEventType> = z.output<(typeof liveEvents)[T]>;
export type LiveEvent = { [T in LiveEventType]: { type: T; data: LiveEventData<T> } }[LiveEventType];
