import { sql } from 'kysely';
import { notify } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Effect, sessionCancelled } from './sessions.events.ts';

type Cancelling = {
  organizationId: string;
  sessionId: string;
  reason: string | null;
  /** Null when nobody of the organization did it. */
  actorId: string | null;
};

/**
 * Cancels a session: those who wait wait no longer, held spots are free, and what was still proposed is withdrawn (by
 * the database). Answers who is to be told, and what tells the gym; nothing when it was cancelled before.
 */
export async function endSession(tx: Db, { organizationId, sessionId, reason }: Omit<Cancelling, 'actorId'>) {
  const cancelled = await tx
    .updateTable('sessions')
    .set((eb) => ({
      status: 'cancelled',
      cancelled_at: sql`now()`,
      cancel_reason: reason,
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) return null;
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
  const live: Effect = () => sessionCancelled(tx, { organizationId, sessionId }, reason);
  return { people: [...participants, ...waiters].map(({ user_id }) => user_id), live };
}

/** Cancels one session; what is answered tells everybody, and is called when the transaction has nothing else to lock. */
export async function cancelOne(tx: Db, cancelling: Cancelling): Promise<Effect[]> {
  const { organizationId, sessionId, reason, actorId } = cancelling;
  const ended = await endSession(tx, cancelling);
  if (!ended) return [];
  const told = { organizationId, sessionId, actorId, to: ended.people };
  return [
    ended.live,
    () => notify(tx, { ...told, kind: 'session_cancelled', fold: `session_cancelled:${sessionId}`, data: { reason } }),
  ];
}
