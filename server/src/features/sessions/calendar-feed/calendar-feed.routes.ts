import { handlers, Sent } from '#platform/http/handlers.ts';
import * as calendar from './calendar-feed.service.ts';

export const calendarFeedRoutes = handlers({
  getSessionCalendarFile: async (ctx, { params }, { reply }) => {
    const { text, day } = await calendar.getSessionCalendarFile(ctx, params.id);
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="spotter-session-${day}.ics"`)
      .send(text);
    return new Sent();
  },
  getCalendarFeed: async (ctx, { params }, { request, reply }) => {
    const { text, etag } = await calendar.getCalendarFeed(ctx, params.feed_token);
    // Private to the phone, which revalidates on every request.
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (namesEtag(request.headers['if-none-match'], etag)) reply.code(304).send();
    else reply.type('text/calendar; charset=utf-8').send(text);
    return new Sent();
  },
  getMyCalendarFeed: (ctx) => calendar.getMyCalendarFeed(ctx),
  createMyCalendarFeed: (ctx) => calendar.createMyCalendarFeed(ctx),
  revokeMyCalendarFeed: (ctx) => calendar.revokeMyCalendarFeed(ctx),
});

/** A client may send several tags, and a proxy may have marked them as weak. */
const namesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some((named) => named.trim().replace(/^W\//, '') === etag);
