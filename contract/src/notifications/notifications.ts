import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { beforeId, pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant, queryFlag } from '../api/primitives.ts';
import type { NotificationKind } from '../notification-kinds.ts';
import { SessionTime } from '../sessions/sessions.ts';
import { Person } from '../users/users.ts';
import { notificationData } from './notification-data.ts';

const AnyNotification = z.object({
  id: Id,
  title: z.string().describe("Such as 'Maya and 3 others joined Leg day'."),
  body: z.string().describe('Details: a reason, the proposed time, or the beginning of the message.'),
  url: z.string().nullable().describe("The app's path to open."),
  actor: Person.nullable().describe('The latest member it is about.'),
  actor_count: z.number().int().describe('How many members are folded into this notification.'),
  session_id: Id.nullable(),
  conversation_id: Id.nullable(),
  session_start: SessionTime.nullable().describe("When its session starts, in the gym's time."),
  answer: z
    .object({
      kind: z.enum(['friend_request', 'proposal', 'spot']),
      id: Id.describe('Of the friend request, the proposal, or the session with the spot.'),
    })
    .nullable()
    .describe('The question the reader can answer now; null when there is none or it is answered.'),
  is_read: z.boolean(),
  read_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant.describe('When something was last folded into it.'),
});

const ofKind = <K extends NotificationKind>(kind: K) =>
  AnyNotification.extend({ kind: z.literal(kind), data: notificationData[kind] });

export const Notification = z
  .discriminatedUnion('kind', [
    ofKind('friend_request'),
    ofKind('friend_accepted'),
    ofKind('session_invite'),
    ofKind('session_joined'),
    ofKind('session_left'),
    ofKind('session_changed'),
    ofKind('session_cancelled'),
    ofKind('session_starts_soon'),
    ofKind('spot_freed'),
    ofKind('proposal'),
    ofKind('proposal_answered'),
    ofKind('session_message'),
    ofKind('message'),
    ofKind('announcement'),
    ofKind('friend_away'),
    ofKind('kudos'),
    ofKind('warning'),
  ])
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/',
  access: 'signed_in',
  shows: 'private',
  summary: "The caller's notifications, newest first.",
  query: pageQuery().extend({ before: beforeId, unread: queryFlag.optional() }),
  returns: pageOf(Notification),
});

export const getUnreadCount = endpoint({
  method: 'GET',
  path: '/notifications/unread-count/',
  access: 'signed_in',
  summary: 'How many notifications the caller has not read.',
  returns: z.object({ unread_count: z.number().int() }),
});

export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/notifications/:id/mark-read/',
  access: 'signed_in',
  summary: 'Mark one notification read.',
  params: byId,
  returns: z.object({ unread_count: z.number().int() }),
  errors: ['notification_not_found'],
});

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/mark-all-read/',
  access: 'signed_in',
  summary: 'Mark every notification read, or those up to the newest one that was seen.',
  query: z.object({ up_to: Id.optional() }),
  returns: z.object({ unread_count: z.number().int() }),
});

/** A browser's push subscription; the address must be https on a push host that the server knows. */
const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'Not a push address' }).max(1000),
  expirationTime: z.number().nullish(),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/),
    auth: z.string().regex(/^[\w-]{16,32}={0,2}$/),
  }),
});

export const savePushSubscription = endpoint({
  method: 'PUT',
  path: '/users/me/push-subscription/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Send pushes to this browser, for as long as this sign-in lasts.',
  body: PushSubscription,
  errors: ['push_endpoint_refused'],
});

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/users/me/push-subscription/',
  access: 'signed_in',
  summary: 'Stop pushes to this browser, or to all if none is named.',
  body: z.object({ endpoint: z.string().max(1000).optional() }),
});

/** A phone's token at its push service. The app's id is its bundle id on iOS, its package on Android. */
const appId = z.string().regex(/^[A-Za-z][\w.-]{2,154}$/);
const PushDevice = z.discriminatedUnion('platform', [
  z.object({ platform: z.literal('ios'), token: z.string().regex(/^[0-9A-Fa-f]{64,200}$/), app_id: appId }),
  z.object({ platform: z.literal('android'), token: z.string().regex(/^[\w:-]{32,500}$/), app_id: appId }),
]);

export const savePushDevice = endpoint({
  method: 'PUT',
  path: '/users/me/push-device/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Send pushes to the app on this phone, for as long as this sign-in lasts.',
  body: PushDevice,
  errors: ['push_app_unknown'],
});

export const deletePushDevice = endpoint({
  method: 'DELETE',
  path: '/users/me/push-device/',
  access: 'signed_in',
  summary: 'Stop pushes to the app on this phone.',
  body: z.object({ token: z.string().min(1).max(500) }),
});
