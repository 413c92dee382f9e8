import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import type { SessionRow } from './session-values.ts';
import { readSession } from './sessions.detail.ts';
import { readerOf } from './sessions.service.ts';

type Known = { organizationId: string; sessionId: string };

/** The actor shown in notifications; null for a super admin inside the organization, whom members cannot know. */
export const actorOf = (caller: Member): string | null => (caller.emulatedBy ? null : caller.userId);

/** Only the host and the gym's managers may change a session. For callers who cannot see it, it does not exist. */
export async function refuseNonManagers(tx: Db, caller: Member, sessionId: string) {
  const reader = readerOf(caller, false);
  const session = await readSession(readsOf(tx), reader, sessionId);
  if (!session) throw fail('session_not_found');
  if (session.creator.id !== caller.userId && !caller.managedGymIds.includes(session.gym.id))
    throw fail('access_denied');
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

/** A session that has begun or was cancelled cannot change. */
export function refuseOver({ status, starts_at, now }: SessionRow): void {
  if (status === 'cancelled') throw fail('session_cancelled');
  if (starts_at.getTime() <= now.getTime()) throw fail('session_started');
}

export const knownAs = (session: SessionRow): Known => ({
  organizationId: session.organization_id,
  sessionId: session.id,
});
