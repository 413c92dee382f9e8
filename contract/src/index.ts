import type { Endpoint } from './api/endpoint.ts';
import * as auth from './auth.ts';
import * as conversationPhotos from './conversations/conversation-photos.ts';
import * as conversationSearch from './conversations/conversation-search.ts';
import * as conversations from './conversations/conversations.ts';
import * as groupLinks from './conversations/group-links.ts';
import * as messagePolls from './conversations/message-polls.ts';
import * as messageReactions from './conversations/message-reactions.ts';
import * as pinnedMessages from './conversations/pinned-messages.ts';
import * as sessionCards from './conversations/session-cards.ts';
import * as demo from './demo.ts';
import * as analytics from './desk/analytics.ts';
import * as announcements from './desk/announcements.ts';
import * as auditLog from './desk/audit-log.ts';
import * as demoData from './desk/demo-data.ts';
import * as demos from './desk/demos.ts';
import * as moving from './desk/moving.ts';
import * as operations from './desk/operations.ts';
import * as retention from './desk/retention.ts';
import * as staffNotes from './desk/staff-notes.ts';
import * as superUsers from './desk/super-users.ts';
import * as events from './events/events.ts';
import * as friends from './friends.ts';
import * as gyms from './gyms/gyms.ts';
import * as nominations from './gyms/nominations.ts';
import * as openingHours from './gyms/opening-hours.ts';
import * as home from './home.ts';
import * as invites from './invites.ts';
import * as notifications from './notifications/notifications.ts';
import * as organizations from './organizations.ts';
import * as blocks from './safety/blocks.ts';
import * as presence from './safety/presence.ts';
import * as reports from './safety/reports.ts';
import * as calendar from './sessions/calendar-feed.ts';
import * as finish from './sessions/finish.ts';
import * as sessionMessages from './sessions/messages.ts';
import * as proposals from './sessions/proposals.ts';
import * as sentInvites from './sessions/sent-invites.ts';
import * as sessionTypes from './sessions/session-types.ts';
import * as sessions from './sessions/sessions.ts';
import * as sharing from './sessions/sharing.ts';
import * as spots from './sessions/spots.ts';
import * as waitlist from './sessions/waitlist.ts';
import * as socialSignIn from './social-sign-in.ts';
import * as themes from './theme/theme-calls.ts';
import * as trainTogether from './train-together.ts';
import * as accounts from './users/accounts.ts';
import * as accountsBulk from './users/accounts-bulk.ts';
import * as imports from './users/imports.ts';
import * as profiles from './users/profiles.ts';
import * as users from './users/users.ts';

type EndpointsOf<M> = { [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] };

/** A feature's file exports schemas next to its endpoints; this picks the endpoints. */
function endpointsOf<M extends object>(feature: M): EndpointsOf<M> {
  const entries = Object.entries(feature).filter(([, value]) => isEndpoint(value));
  return Object.fromEntries(entries) as EndpointsOf<M>;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** The endpoints by feature, in the order of the documentation. */
export const features = {
  auth: { ...endpointsOf(auth), ...endpointsOf(socialSignIn) },
  users: { ...endpointsOf(users), ...endpointsOf(profiles) },
  organizations: { ...endpointsOf(organizations), ...endpointsOf(sessionTypes), ...endpointsOf(themes) },
  gyms: { ...endpointsOf(gyms), ...endpointsOf(openingHours), ...endpointsOf(nominations) },
  invites: endpointsOf(invites),
  sessions: {
    ...endpointsOf(sessions),
    ...endpointsOf(spots),
    ...endpointsOf(finish),
    ...endpointsOf(sentInvites),
    ...endpointsOf(waitlist),
    ...endpointsOf(sharing),
    ...endpointsOf(sessionCards),
    ...endpointsOf(proposals),
    ...endpointsOf(sessionMessages),
    ...endpointsOf(calendar),
  },
  friends: { ...endpointsOf(friends), ...endpointsOf(trainTogether) },
  conversations: {
    ...endpointsOf(conversations),
    ...endpointsOf(messageReactions),
    ...endpointsOf(conversationPhotos),
    ...endpointsOf(conversationSearch),
    ...endpointsOf(pinnedMessages),
    ...endpointsOf(messagePolls),
    ...endpointsOf(groupLinks),
  },
  notifications: endpointsOf(notifications),
  analytics: { ...endpointsOf(analytics), ...endpointsOf(retention) },
  safety: { ...endpointsOf(blocks), ...endpointsOf(reports), ...endpointsOf(presence) },
  admin: {
    ...endpointsOf(accounts),
    ...endpointsOf(accountsBulk),
    ...endpointsOf(imports),
    ...endpointsOf(moving),
    ...endpointsOf(staffNotes),
    ...endpointsOf(announcements),
    ...endpointsOf(auditLog),
  },
  super_admin: {
    ...endpointsOf(superUsers),
    ...endpointsOf(demos),
    ...endpointsOf(demoData),
    ...endpointsOf(operations),
  },
  demo: endpointsOf(demo),
  events: endpointsOf(events),
  home: endpointsOf(home),
};

/** The whole API. A call's name is also the name of its handler, hook and operation id. */
export const endpoints = {
  ...features.auth,
  ...features.users,
  ...features.organizations,
  ...features.gyms,
  ...features.invites,
  ...features.sessions,
  ...features.friends,
  ...features.conversations,
  ...features.notifications,
  ...features.analytics,
  ...features.safety,
  ...features.admin,
  ...features.super_admin,
  ...features.demo,
  ...features.events,
  ...features.home,
};

export type EndpointName = keyof typeof endpoints;
export type { Access, ClientInput, Endpoint, LimitName, ParsedInput, Returns } from './api/endpoint.ts';
export { ErrorBody, type ErrorCode, errors } from './api/errors.ts';
export type { LiveEvent, LiveEventData, LiveEventType } from './events/live-events.ts';
