import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { expireWaitlist } from './offers/offers.repo.ts';
import { sessionCancelled } from './sessions.events.ts';
import { readMembers } from './sessions.repo.ts';
import { cancelSession } from './sessions.write.ts';

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
  const known = { organizationId, sessionId };
  const audience = await cancelSession(tx, { ...known, reason, actorId });
  if (!audience) return [];
  const waiting = await expireWaitlist(tx, known);
  const members = await readMembers(tx, known);
  sessionCancelled(tx, known, reason, audience);
  return [...members, ...waiting];
}

/** Cancels one session, and notifies its members. */
export async function cancelOne(tx: Db, cancelling: Cancelling): Promise<void> {
  const { organizationId, sessionId, reason, actorId } = cancelling;
  const to = await endSession(tx, cancelling);
  const fold = `session_cancelled:${sessionId}`;
  const told = { organizationId, sessionId, actorId, to, fold, data: { reason } };
  tell(tx, notification({ ...told, kind: 'session_cancelled' }));
}
