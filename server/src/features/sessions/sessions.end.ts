import { sql } from 'kysely';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { sessionCancelled } from './sessions.events.ts';

type Cancelling = {
  organizationId: string;
  sessionId: string;
  reason: string | null;
  /** Null when no member of the organization did it. */
  actorId: string | null;
};

/**
 * Cancels a session: its waitlist and offers end, and the database withdraws open proposals. Announces it to the gym
 * and returns the members to notify, or none when it was cancelled before.
 */
export async function endSession(
  tx: Db,
  { organizationId, sessionId, reason, actorId }: Cancelling,
): Promise<string[]> {
  const cancelled = await tx
    .updateTable('sessions')
    .set((eb) => ({
      status: 'cancelled',
      cancelled_at: sql`now()`,
      cancel_reason: reason,
      cancel_reason_by: reason ? actorId : null,
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) return [];
  const waiters = await tx
    .updateTable('session_waitlist')
    .set({ status: 'expired', answered_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('status', 'in', ['waiting', 'offered'])
    .returning('user_id')
    .execute();
  const participants = await tx
    .selectFrom('session_participants')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .execute();
  sessionCancelled(tx, { organizationId, sessionId }, reason);
  return [...participants, ...waiters].map(({ user_id }) => user_id);
}

/** Cancels one session, and notifies its members. */
export async function cancelOne(tx: Db, cancelling: Cancelling): Promise<void> {
  const { organizationId, sessionId, reason, actorId } = cancelling;
  const to = await endSession(tx, cancelling);
  const fold = `session_cancelled:${sessionId}`;
  const told = { organizationId, sessionId, actorId, to, fold, data: { reason } };
  tell(tx, notification({ ...told, kind: 'session_cancelled' }));
}
