import type { Read } from '#platform/db/reads.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { readHead } from './number.ts';

type Listener = Pick<Caller, 'organizationId' | 'userId'>;

/** The scope of a user's events: their organization, or themselves while they have none. */
export const scopeOf = (caller: Listener): string => caller.organizationId ?? caller.userId;

/** Where the events of the caller's scope stand now. */
export const liveCursor = async ({ caller, read }: { caller: Listener; read: Read }): Promise<string> =>
  String(await readHead(read, scopeOf(caller)));
