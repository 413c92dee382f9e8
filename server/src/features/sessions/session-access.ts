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

async function readVisible(tx: Db, caller: Member, sessionId: string) {
  const session = await readSession(readsOf(tx), readerOf(caller, false), sessionId);
  if (!session) throw fail('session_not_found');
  return session;
}

/** Only the host and the gym's managers decide about a session. For callers who cannot see it, it does not exist. */
export async function refuseNonManagers(tx: Db, caller: Member, sessionId: string) {
  const session = await readVisible(tx, caller, sessionId);
  if (!session.can_change_series) throw fail('access_denied');
  return session;
}

/** Co-hosts also edit a session, but only this one of a series. */
export async function refuseNonHosts(tx: Db, caller: Member, sessionId: string, isForSeries: boolean) {
  const session = await readVisible(tx, caller, sessionId);
  if (session.can_change_series) return session;
  if (!session.co_host_ids.includes(caller.userId)) throw fail('access_denied');
  if (isForSeries) throw fail('access_denied', { error: 'Only the host can change how this session repeats.' });
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
export function refuseOver({ status, starts_at, now }: Pick<SessionRow, 'status' | 'starts_at' | 'now'>): void {
  if (status === 'cancelled') throw fail('session_cancelled');
  if (starts_at.getTime() <= now.getTime()) throw fail('session_started');
}

export const knownAs = (session: SessionRow): Known => ({
  organizationId: session.organization_id,
  sessionId: session.id,
});
