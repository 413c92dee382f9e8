import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { readHead } from './number.ts';

/** The scope of a user's events: their organization, or themselves while they have none. */
export const scopeOf = (caller: Pick<Caller, 'organizationId' | 'userId'>): string =>
  caller.organizationId ?? caller.userId;

/** Where the events of the caller's scope stand now. */
export const liveCursor = async ({ caller, read }: Pick<Ctx, 'caller' | 'read'>): Promise<string> =>
  String(await readHead(read, scopeOf(caller)));
