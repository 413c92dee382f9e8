import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import type { Member } from '#platform/logins/callers.ts';
import { lockScope, type SeriesScope } from '../series/series-scope.service.ts';
import { lockSession, lockVisibleSession, visibleSeries } from '../session-access.service.ts';
import { sessionAnswer } from '../session-detail.service.ts';
import { lockSessions } from '../session-lock.repo.ts';
import { readerOf } from '../sessions.read.ts';
import { moveSession } from '../sessions-update.service.ts';
import { sessionJoined, spotTaken } from '../spots.events.ts';
import * as repo from './spots-join.repo.ts';

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

/** The same for several sessions: a verdict for each that exists. The caller announces the taken spots. */
async function takeSpots(tx: Db, spots: Spots): Promise<repo.Verdict[]> {
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

/** Takes a spot in one session, or in every upcoming session of its series, including those made later. */
export async function joinSession(
  ctx: MemberCtx,
  sessionId: string,
  { scope, start_time: startsAt }: { scope: 'this' | SeriesScope; start_time?: string | undefined },
) {
  const { userId, organizationId, gymIds } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      const spot = { organizationId, sessionId, userId };
      if (startsAt) await moveToOffered(tx, ctx.caller, sessionId, startsAt);
      const seriesId = scope === 'this' ? null : await visibleSeries(tx, ctx.caller, sessionId);
      if (scope !== 'this' && seriesId) await joinSeries(tx, spot, scope, seriesId, gymIds);
      else await joinOne(tx, spot, gymIds);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx), sessionId),
    { decided: true },
  );
}

/** An invited member who was offered several times takes another one than the session's own. */
async function moveToOffered(tx: Db, caller: Member, sessionId: string, startsAt: string): Promise<void> {
  const { organizationId, userId } = caller;
  const { isInvited, isIn } = await lockVisibleSession(tx, caller, sessionId);
  if (isIn) throw fail('already_joined');
  const { starts_at, other_times } = await lockSession(tx, { organizationId, sessionId });
  const chosen = new Date(startsAt);
  if (starts_at.getTime() === chosen.getTime()) return;
  if (!isInvited || !other_times.some((time) => time.getTime() === chosen.getTime()))
    throw fail('validation_failed', fieldError('start_time', 'This time was not offered'));
  await moveSession(tx, { organizationId, sessionId, startsAt: chosen, actorId: userId });
}

async function joinOne(tx: Db, spot: Spot, gymIds: string[]): Promise<void> {
  const reason = await takeSpot(tx, spot, gymIds);
  if (reason) throw fail(reason);
}

/**
 * Joining a series needs a spot in at least one session. Full sessions are skipped; each has its waitlist. A member who
 * is already in some of them is added to the others.
 */
async function joinSeries(tx: Db, spot: Spot, scope: SeriesScope, shownIn: string, gymIds: string[]): Promise<void> {
  const { organizationId, sessionId, userId } = spot;
  const { series, inScope } = await lockScope(tx, { organizationId, seriesId: shownIn, sessionId, scope });
  const sessionIds = inScope.map(({ id }) => id);
  const found = await takeSpots(tx, { organizationId, sessionIds, userId, gymIds, withSeries: true });
  const verdicts = new Map(found.map((one) => [one.id, one]));
  const isNew = await repo.addSeriesMember(tx, { organizationId, seriesId: series.id, userId });
  const taken = sessionIds.flatMap((id) => verdicts.get(id) ?? []).filter(({ reason }) => reason === null);
  const comesToSome = taken.length > 0 || found.some(({ reason }) => reason === 'already_joined');
  if (!comesToSome || (taken.length === 0 && !isNew))
    throw fail(verdicts.get(sessionId)?.reason ?? found[0]?.reason ?? 'session_started');
  // The host gets one notification: about the tapped session, or else the first.
  const [first, ...others] = taken.toSorted((a, b) => Number(b.id === sessionId) - Number(a.id === sessionId));
  if (first) await sessionJoined(tx, { ...spot, sessionId: first.id }, first);
  for (const other of others) await spotTaken(tx, { ...spot, sessionId: other.id }, other);
}
