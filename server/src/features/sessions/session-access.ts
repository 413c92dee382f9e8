import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import type { SessionRow } from './session-values.ts';
import { readSession } from './sessions.detail.ts';
import { readerOf } from './sessions.service.ts';

type Known = { organizationId: string; sessionId: string };

/** Who did it, for those who are told; a super admin inside the organization is nobody they could know. */
export const actorOf = (caller: Member): string | null => (caller.emulatedBy ? null : caller.userId);

/** A session is its creator's to change, and its gym's managers'; whoever cannot see it does not learn that it exists. */
export async function refuseStrangers(tx: Db, caller: Member, sessionId: string) {
  const reader = readerOf(caller, false);
  const session = await readSession(readsOf(tx), reader, sessionId);
  if (!session) throw fail('session_not_found');
  if (session.creator.id !== caller.userId && !reader.managesGyms) throw fail('access_denied');
  return session;
}

export async function lockSession(tx: Db, { organizationId, sessionId }: Known): Promise<SessionRow> {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!session) throw fail('session_not_found');
  return session;
}

/** What has begun or was cancelled stays as it is. */
export function refuseOver({ status, starts_at, now }: SessionRow): void {
  if (status === 'cancelled') throw fail('session_cancelled');
  if (starts_at.getTime() <= now.getTime()) throw fail('session_started');
}

export const knownAs = (session: SessionRow): Known => ({
  organizationId: session.organization_id,
  sessionId: session.id,
});
