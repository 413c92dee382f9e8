import { fail } from '#platform/http/errors.ts';
import { type Ctx, handlers, Sent } from '#platform/http/handlers.ts';
import type { Caller, Callers } from '#platform/logins/callers.ts';
import { readHead } from './number.ts';
import type { Streams } from './stream.ts';

/** The scope of a user's events: their organization, or themselves while they have none. */
export const scopeOf = (caller: Pick<Caller, 'organizationId' | 'userId'>): string =>
  caller.organizationId ?? caller.userId;

const hearing = (caller: Caller) => ({ scope: scopeOf(caller), gymIds: caller.gymIds });

/** Where the events of the caller's scope stand now. */
export const liveCursor = async ({ caller, read }: Pick<Ctx, 'caller' | 'read'>): Promise<string> =>
  String(await readHead(read, scopeOf(caller)));

export const eventsRoutes = ({ streams, callers }: { streams: Streams; callers: Callers }) =>
  handlers({
    getLiveCursor: async (ctx) => ({ cursor: await liveCursor(ctx) }),

    streamEvents: async ({ caller }, _input, { request, reply }) => {
      await streams.open({
        ...hearing(caller),
        userId: caller.userId,
        after: placeOf(request.headers['last-event-id']),
        expiresAt: request.accessExpiresAt,
        stillAllowed: async () => {
          const now = await callers.find(caller);
          return now && hearing(now);
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

function placeOf(given: string | string[] | undefined): number | null {
  if (given === undefined || given === '') return null;
  const seq = /^\d{1,15}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (Number.isNaN(seq)) throw fail('malformed_request', { error: 'Last-Event-ID is not the id of an event.' });
  return seq;
}
