import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import type { Member } from '#platform/logins/callers.ts';
import { sessionAnswer } from '../detail/session-detail.service.ts';
import { lockScope, type SeriesScope } from '../series/series-scope.service.ts';
import { lockSession, lockVisibleSession, visibleSeries } from '../session-access.service.ts';
import { readerOf } from '../sessions.read.ts';
import { moveSession } from '../sessions-update.service.ts';
import { sessionJoined, spotTaken } from '../taking/spots.events.ts';
import { takeSpot, takeSpots } from '../taking/take-spots.service.ts';
import * as repo from './spots-join.repo.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };

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
    throw fail('validation_failed', fieldError('start_time', 'Choose one of the times in the invite.'));
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
