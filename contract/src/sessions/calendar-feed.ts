import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Instant, Token } from '../api/primitives.ts';

export const getSessionCalendarFile = endpoint({
  method: 'GET',
  path: '/sessions/:id/calendar.ics',
  access: 'member',
  summary: 'A session as a calendar file.',
  params: byId,
  sends: 'text/calendar',
  errors: ['session_not_found'],
});

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/calendar/:feed_token.ics',
  access: 'public',
  summary: "A member's own sessions as a calendar that phones subscribe to; the address is the key.",
  params: z.object({ feed_token: Token }),
  sends: 'text/calendar',
  errors: ['feed_not_found'],
  limit: 'invite',
});

export const getMyCalendarFeed = endpoint({
  method: 'GET',
  path: '/users/me/calendar-feed/',
  access: 'member',
  summary: 'Whether the caller has a calendar address, and when it was last read.',
  returns: z.object({ is_active: z.boolean(), created_at: Instant.nullable(), last_read_at: Instant.nullable() }),
});

export const createMyCalendarFeed = endpoint({
  method: 'POST',
  path: '/users/me/calendar-feed/',
  access: 'member',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Create a calendar address, shown only once; the previous one ends.',
  returns: z.object({ url: z.string(), created_at: Instant }),
  status: 201,
});

export const revokeMyCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/users/me/calendar-feed/',
  access: 'member',
  summary: "End the caller's calendar address.",
});
