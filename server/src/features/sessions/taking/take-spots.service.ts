import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { lockSessions } from '../session-lock.repo.ts';
import { sessionJoined, spotTaken } from './spots.events.ts';
import * as repo from './take-spots.repo.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };
type Spots = {
  organizationId: string;
  sessionIds: readonly string[];
  userId: string;
  /**
   * When given, only sessions of these gyms and without a blocked host exist; otherwise the caller has checked that.
   */
  gymIds?: readonly string[];
  withSeries: boolean;
};

/**
 * Takes a spot in a session and announces it, or returns why it cannot. The session's row stays locked until the commit
 * and the rule runs under that lock, so of fifty requests for the last spot one wins.
 */
export async function takeSpot(tx: Db, spot: Spot, gymIds?: readonly string[]): Promise<repo.Reason | null> {
  const { organizationId, sessionId, userId } = spot;
  const [verdict] = await takeSpots(tx, {
    ...{ organizationId, sessionIds: [sessionId], userId, withSeries: false },
    ...(gymIds && { gymIds }),
  });
  if (!verdict) throw fail('session_not_found');
  if (!verdict.reason) await sessionJoined(tx, spot, verdict);
  return verdict.reason;
}

/** Takes a spot for a member who has just agreed on the time with the host, so that neither needs to be notified. */
export async function takeAgreedSpot(tx: Db, { organizationId, sessionId, userId }: Spot): Promise<void> {
  const [verdict] = await takeSpots(tx, { organizationId, sessionIds: [sessionId], userId, withSeries: false });
  if (verdict?.reason === null) await spotTaken(tx, { organizationId, sessionId, userId }, verdict);
}

/** Takes the spot a member of the waitlist may have now. The caller holds the session's lock and has asked the rule. */
export function takeOfferedSpot(tx: Db, { organizationId, sessionId, userId }: Spot): void {
  const spots = { organizationId, sessionIds: [sessionId], userId };
  repo.acceptOffers(tx, spots);
  repo.insertSpots(tx, { ...spots, withSeries: false });
}

/** Takes spots in several sessions: a verdict for each that exists. The caller announces the taken spots. */
export async function takeSpots(tx: Db, spots: Spots): Promise<repo.Verdict[]> {
  const { organizationId, sessionIds, userId, gymIds = null, withSeries } = spots;
  lockSessions(tx, { organizationId, sessionIds });
  const rows = await repo.readVerdicts(tx, { organizationId, userId, sessionIds, gymIds });
  const free = rows.filter(({ reason }) => reason === null);
  // A member from the waitlist leaves it now; the spot held for them is released before it is taken.
  const waited = free.filter(({ hasWaitlist }) => hasWaitlist).map(({ id }) => id);
  if (waited.length > 0) repo.acceptOffers(tx, { organizationId, sessionIds: waited, userId });
  if (free.length > 0)
    repo.insertSpots(tx, { organizationId, sessionIds: free.map(({ id }) => id), userId, withSeries });
  return rows;
}
