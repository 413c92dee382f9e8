import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import { readSession } from './detail/session-detail.service.ts';
import type { LockedSession, SessionKey, SessionRow } from './session-lock.repo.ts';
import * as repo from './session-lock.repo.ts';
import { readerOf } from './sessions.read.ts';

/** The actor shown in notifications; null for a super admin inside the organization, whom members cannot know. */
export const actorOf = (caller: Member): string | null => (caller.emulatedBy ? null : caller.userId);

async function readVisible(tx: Db, caller: Member, sessionId: string) {
  const session = await readSession(readsOf(tx), readerOf({ caller, zone: null }), sessionId);
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

export async function lockSession(tx: Db, key: SessionKey): Promise<SessionRow> {
  const session = await repo.lockSession(tx, key);
  if (!session) throw fail('session_not_found');
  return session;
}

/**
 * Locks a session as the caller sees it, so that later statements judge its current state. A session the caller may not
 * see does not exist.
 */
export async function lockVisibleSession(tx: Db, caller: Member, id: string): Promise<LockedSession> {
  const session = await repo.lockVisible(tx, caller, id);
  if (!session) throw fail('session_not_found');
  return session;
}

/** The series of a session the caller can see, if it has one. A session the caller may not see does not exist. */
export async function visibleSeries(tx: Db, caller: Member, id: string): Promise<string | null> {
  const session = await repo.findVisibleSeries(tx, caller, id);
  if (!session) throw fail('session_not_found');
  return session.seriesId;
}

/** A session that has begun or was cancelled cannot change. */
export function refuseOver({ status, starts_at, now }: Pick<LockedSession, 'status' | 'starts_at' | 'now'>): void {
  if (status === 'cancelled') throw fail('session_cancelled');
  if (starts_at.getTime() <= now.getTime()) throw fail('session_started');
}

export const keyOf = (session: SessionRow): SessionKey => ({
  organizationId: session.organization_id,
  sessionId: session.id,
});
