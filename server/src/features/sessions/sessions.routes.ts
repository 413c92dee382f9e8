import { handlers } from '#platform/http/handlers.ts';
import { calendarFeedRoutes } from './calendar-feed/calendar-feed.routes.ts';
import { finishRoutes } from './finish/finish.routes.ts';
import { messagesRoutes } from './messages/session-messages.routes.ts';
import { proposalsRoutes } from './proposals/proposals.routes.ts';
import { cancelSession } from './sessions.cancel.ts';
import { createSession } from './sessions.create.ts';
import { getSession, listSessions } from './sessions.service.ts';
import { updateSession } from './sessions.update.ts';
import { sharingRoutes } from './sharing/sharing.routes.ts';
import { spotsRoutes } from './spots/spots.routes.ts';
import { inOwnZone } from './times/own-zone.ts';
import { checkSessionTime } from './times/session-time-check.ts';
import { waitlistRoutes } from './waitlist/waitlist.routes.ts';

export const sessionsRoutes = handlers({
  listSessions: (ctx, { query }, { request }) => listSessions(ctx, query, inOwnZone(request)),
  getSession: (ctx, { params }, { request }) => getSession(ctx, params.id, inOwnZone(request)),
  createSession: (ctx, { body }, { request }) => createSession(ctx, body, inOwnZone(request)),
  checkSessionTime: (ctx, { query }, { request }) => checkSessionTime(ctx, query, inOwnZone(request)),
  updateSession: (ctx, { params, body }, { request }) => updateSession(ctx, params.id, body, inOwnZone(request)),
  cancelSession: (ctx, { params, query }) => cancelSession(ctx, params.id, query),
  ...spotsRoutes,
  ...finishRoutes,
  ...waitlistRoutes,
  ...proposalsRoutes,
  ...messagesRoutes,
  ...sharingRoutes,
  ...calendarFeedRoutes,
});
