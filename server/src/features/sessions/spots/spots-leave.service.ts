import { notification, retractJoin } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import type { Member } from '#platform/logins/callers.ts';
import { sessionAnswer } from '../detail/session-detail.service.ts';
import { offerFreedSpots } from '../offers/offers.service.ts';
import { handOverProposals, withdrawProposals } from '../proposals/hand-over.service.ts';
import { lockScope, type SeriesScope } from '../series/series-scope.service.ts';
import { refuseOver, visibleSeries } from '../session-access.service.ts';
import { lockSessions } from '../session-lock.repo.ts';
import { readerOf } from '../sessions.read.ts';
import { cancelOne } from '../sessions-end.service.ts';
import { spotLeft } from '../taking/spots.events.ts';
import { type Left, noticesOfLeaving, takesJoinBack, toldOnce } from './spots-leave.policy.ts';
import type { LeftSession, Spot } from './spots-leave.repo.ts';
import * as repo from './spots-leave.repo.ts';

/**
 * Gives back a spot before the session starts: in one session (series membership stays), or in all upcoming sessions of
 * the series, including those made later.
 */
export async function leaveSession(ctx: MemberCtx, sessionId: string, scope: 'this' | SeriesScope) {
  const { userId, organizationId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      const spot = { organizationId, sessionId, userId };
      if (scope === 'this') return leaveOnce(tx, spot, ctx.caller);
      const seriesId = await visibleSeries(tx, ctx.caller, sessionId);
      return seriesId ? leaveSeries(tx, spot, scope, seriesId) : leaveOnce(tx, spot, ctx.caller);
    },
    (tx) => sessionAnswer(readsOf(tx), readerOf(ctx), sessionId),
    { decided: true },
  );
}

async function leaveOnce(tx: Db, spot: Spot, caller: Member): Promise<void> {
  const session = await lockLeft(tx, spot, caller.gymIds);
  const left = await leaveOne(tx, spot, session);
  if (!left) throw fail('not_a_participant');
  notifyOnce(tx, spot, [left]);
}

/** Locks a session that a member leaves; with their gyms given, only one they can see. */
export async function lockLeft(tx: Db, spot: Spot, gymIds: readonly string[] | null = null): Promise<LeftSession> {
  lockSessions(tx, { organizationId: spot.organizationId, sessionIds: [spot.sessionId] });
  const session = await repo.readLeftSession(tx, spot, gymIds);
  if (!session) throw fail('session_not_found');
  return session;
}

/** Why a session ends whose last member leaves. */
export const EVERYONE_LEFT = 'Everyone left the session.';

/** Gives back the spot in one session, and announces it to the gym. Null when the member was not in it. */
export async function leaveOne(tx: Db, spot: Spot, locked?: LeftSession): Promise<Left | null> {
  const { organizationId, sessionId, userId } = spot;
  const session = locked ?? (await lockLeft(tx, spot));
  if (session.just_joined === null) return null;
  refuseOver(session);
  repo.deleteSpot(tx, spot);
  const [nextHost] = session.staying;
  if (!nextHost) {
    await cancelOne(tx, { organizationId, sessionId, reason: EVERYONE_LEFT, actorId: userId });
    return { sessionId, notices: [] };
  }
  if (!session.just_joined) repo.declineByLeaving(tx, spot, nextHost);
  spotLeft(tx, spot, session.creator_id === userId ? nextHost : session.creator_id);
  await passOn(tx, spot, session, nextHost);
  if (!takesJoinBack(session, userId)) return { sessionId, notices: noticesOfLeaving(session, userId) };
  retractJoin(tx, { ...spot, fold: null });
  return { sessionId, notices: [] };
}

/** Passes on what a member leaves behind: the session if they hosted it, their proposals, and the spot. */
export async function passOn(tx: Db, spot: Spot, session: LeftSession, nextHost: string): Promise<void> {
  if (session.creator_id === spot.userId) await handOver(tx, spot, nextHost);
  else if (session.has_proposals) await withdrawProposals(tx, spot);
  if (session.has_waitlist) await offerFreedSpots(tx, spot);
}

/** When the host leaves, the next one, a co-host if there is any, becomes the host and answers the open proposals. */
export async function handOver(tx: Db, { organizationId, sessionId, userId }: Spot, nextHost: string): Promise<void> {
  await repo.setHost(tx, { organizationId, sessionId }, nextHost);
  await handOverProposals(tx, { organizationId, sessionId, from: userId, to: nextHost });
}

/** Notifies each member once; for a series, about the first session that concerns them. */
export function notifyOnce(
  tx: Db,
  { organizationId, userId }: Omit<Spot, 'sessionId'>,
  left: readonly Left[],
  { isNameless = false } = {},
): void {
  for (const { sessionId, kind, to, data } of toldOnce(left)) {
    const actor = isNameless ? { former: kind === 'session_left' } : { actorId: userId };
    const fold = kind === 'session_left' ? { fold: `session_left:${sessionId}` } : {};
    const following = left.length > 1;
    tell(tx, notification({ organizationId, kind, to, sessionId, ...actor, ...fold, data: { ...data, following } }));
  }
}

async function leaveSeries(tx: Db, spot: Spot, scope: SeriesScope, shownIn: string): Promise<void> {
  const { organizationId, sessionId, userId } = spot;
  const { series, inScope } = await lockScope(tx, { organizationId, seriesId: shownIn, sessionId, scope });
  const { id: seriesId } = series;
  const wasMember = await repo.deleteSeriesMember(tx, { organizationId, seriesId, userId });
  const left: Left[] = [];
  for (const { id } of inScope) {
    const from = { ...spot, sessionId: id };
    const one = await leaveOne(tx, from);
    if (one) left.push(one);
  }
  if (!wasMember && left.length === 0) throw fail('not_a_participant');
  await repo.handOverSeries(tx, { organizationId, seriesId, userId });
  notifyOnce(tx, spot, left);
}
