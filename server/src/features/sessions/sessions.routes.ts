import { handlers } from '#platform/http/handlers.ts';
import { calendarFeedRoutes } from './calendar-feed/calendar-feed.routes.ts';
import { finishRoutes } from './finish/finish.routes.ts';
import { listSentInvites } from './invites/session-invites.service.ts';
import { messagesRoutes } from './messages/session-messages.routes.ts';
import { proposalsRoutes } from './proposals/proposals.routes.ts';
import { getSession, listSessions } from './sessions.service.ts';
import { cancelSession } from './sessions-cancel.service.ts';
import { createSession } from './sessions-create.service.ts';
import { updateSession } from './sessions-update.service.ts';
import { sharingRoutes } from './sharing/sharing.routes.ts';
import { spotsRoutes } from './spots/spots.routes.ts';
import { checkSessionTime } from './times/session-time-check.service.ts';
import { waitlistRoutes } from './waitlist/waitlist.routes.ts';

export const sessionsRoutes = handlers({
  listSessions: (ctx, { query }) => listSessions(ctx, query),
  listSentInvites: (ctx) => listSentInvites(ctx),
  getSession: (ctx, { params }) => getSession(ctx, params.id),
  createSession: (ctx, { body }) => createSession(ctx, body),
  checkSessionTime: (ctx, { query }) => checkSessionTime(ctx, query),
  updateSession: (ctx, { params, body }) => updateSession(ctx, params.id, body),
  cancelSession: (ctx, { params, query }) => cancelSession(ctx, params.id, query),
  ...spotsRoutes,
  ...finishRoutes,
  ...waitlistRoutes,
  ...proposalsRoutes,
  ...messagesRoutes,
  ...sharingRoutes,
  ...calendarFeedRoutes,
});
