import { fail } from '#platform/errors.ts';
import { handlers, Sent } from '#platform/http/handlers.ts';
import type { Caller, Callers } from '#platform/logins/callers.ts';
import { liveCursor, scopeOf } from '../events/cursor.ts';
import type { Streams } from '../events/stream.ts';

export const hearingOf = (caller: Caller) => ({ scope: scopeOf(caller), gymIds: caller.gymIds });

export const eventsRoutes = ({ streams, callers }: { streams: Streams; callers: Callers }) =>
  handlers({
    getLiveCursor: async (ctx) => ({ cursor: await liveCursor(ctx) }),

    streamEvents: async ({ caller }, _input, { request, reply }) => {
      await streams.open({
        ...hearingOf(caller),
        userId: caller.userId,
        loginId: caller.loginId,
        after: cursorIn(request.headers['last-event-id']),
        expiresAt: request.accessExpiresAt,
        stillAllowed: async () => {
          const now = await callers.find(caller);
          return now && hearingOf(now);
        },
        begin() {
          if (reply.sent) return null;
          reply.hijack();
          for (const [name, value] of Object.entries(reply.completeHead().getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          return reply.raw;
        },
      });
      return new Sent();
    },
  });

function cursorIn(given: string | string[] | undefined): number | null {
  if (given === undefined || given === '') return null;
  if (!/^\d{1,15}$/.test(String(given)))
    throw fail('malformed_request', { error: 'Last-Event-ID is not the id of an event.' });
  return Number(given);
}
