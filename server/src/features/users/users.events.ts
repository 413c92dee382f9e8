import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import type { Caller } from '#platform/logins/callers.ts';

type Person = Pick<Caller, 'userId' | 'organizationId'>;

/** A person's changes reach only their own tabs and devices. */
export const meUpdated = (tx: Db, { userId, organizationId }: Person, changed: string[]) =>
  tell(tx, { scope: organizationId ?? userId, type: 'me.updated', data: { changed }, to: [userId] });

export const loginEnded = (tx: Db, { userId, organizationId }: Person, loginId: string, reason: string) =>
  tell(tx, { scope: organizationId ?? userId, type: 'login.ended', data: { login_id: loginId, reason }, to: [userId] });
