import { lateLeaveMinutes } from '@spotter/contract/sessions/limits.ts';
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
import { sessionUpdated } from '../sessions.events.ts';
import { readerOf } from '../sessions.read.ts';
import { cancelOne, endSession } from '../sessions-end.service.ts';
import { spotLeft } from '../taking/spots.events.ts';
import type { LeftSession, Spot } from './spots-leave.repo.ts';
import * as repo from './spots-leave.repo.ts';

/** `forGood`: the member's account is being deleted, so nothing that is written now may name them. */
type Leaving = Spot & { forGood?: boolean };

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

/** What changes in a session when a member is gone from it. */
const fieldsOfLeaving = ['participants', 'current_participants', 'available_spots', 'creator', 'title', 'description'];

/** The session's row goes with its host's account, so the notification keeps what it was. */
async function cancelForGood(tx: Db, cancelling: { organizationId: string; sessionId: string; reason: string }) {
  const { organizationId, reason } = cancelling;
  const to = await endSession(tx, { ...cancelling, actorId: null });
  const kept = await repo.readKeepsake(tx, cancelling);
  tell(tx, notification({ organizationId, kind: 'session_cancelled', to, data: { ...kept, reason } }));
}

type Notice = { kind: 'session_left' | 'session_changed'; to: string[]; data: Record<string, unknown> };
/** Notifications that follow from leaving; a member affected by several gets one. */
export type Left = { sessionId: string; notices: Notice[] };

/** Locks a session that a member leaves; with their gyms given, only one they can see. */
async function lockLeft(tx: Db, spot: Spot, gymIds: readonly string[] | null = null): Promise<LeftSession> {
  lockSessions(tx, { organizationId: spot.organizationId, sessionIds: [spot.sessionId] });
  const session = await repo.readLeftSession(tx, spot, gymIds);
  if (!session) throw fail('session_not_found');
  return session;
}

/** Gives back the spot in one session, and announces it to the gym. Null when the member was not in it. */
export async function leaveOne(tx: Db, spot: Leaving, locked?: LeftSession): Promise<Left | null> {
  const { organizationId, sessionId, userId } = spot;
  const session = locked ?? (await lockLeft(tx, spot));
  const { just_joined, staying } = session;
  if (just_joined === null) return null;
  refuseOver(session);
  repo.deleteSpot(tx, spot);
  const [nextHost] = staying;
  if (!nextHost) {
    const cancelling = { organizationId, sessionId, reason: 'Everyone left the session.' };
    if (spot.forGood) await cancelForGood(tx, cancelling);
    else await cancelOne(tx, { ...cancelling, actorId: userId });
    return { sessionId, notices: [] };
  }
  if (!spot.forGood && !just_joined) repo.declineByLeaving(tx, spot, nextHost);
  const hostLeaves = session.creator_id === userId;
  if (spot.forGood) sessionUpdated(tx, spot, fieldsOfLeaving);
  else spotLeft(tx, spot, hostLeaves ? nextHost : session.creator_id);
  if (hostLeaves) await handOver(tx, spot, nextHost);
  else if (session.has_proposals) await withdrawProposals(tx, spot);
  if (session.has_waitlist) await offerFreedSpots(tx, spot);
  if (just_joined && !hostLeaves && !spot.forGood) {
    retractJoin(tx, { ...spot, fold: null });
    return { sessionId, notices: [] };
  }
  const late = session.starts_at.getTime() - session.now.getTime() < lateLeaveMinutes * 60_000;
  const others = hostLeaves ? staying.slice(1) : staying;
  const hosts: Notice[] = hostLeaves
    ? [{ kind: 'session_changed', to: [nextHost], data: { changed: ['host'] } }]
    : [{ kind: 'session_left', to: [session.creator_id], data: { late } }];
  return { sessionId, notices: late ? [...hosts, { kind: 'session_left', to: others, data: { late } }] : hosts };
}

/** Hands a running session to its next host. */
export async function handOverRunning(tx: Db, spot: Spot): Promise<Left> {
  const { sessionId } = spot;
  const [nextHost] = (await lockLeft(tx, spot)).staying;
  if (!nextHost) return { sessionId, notices: [] };
  await handOver(tx, spot, nextHost);
  sessionUpdated(tx, spot, fieldsOfLeaving);
  return { sessionId, notices: [{ kind: 'session_changed', to: [nextHost], data: { changed: ['host'] } }] };
}

/** Notifies each member once; for a series, about the first session that concerns them. */
export function notifyOnce(
  tx: Db,
  { organizationId, userId, forGood = false }: Omit<Leaving, 'sessionId'>,
  left: Left[],
) {
  const told = new Set<string>();
  for (const { sessionId, notices } of left)
    for (const { kind, to, data } of notices) {
      const people = to.filter((id) => !told.has(`${kind} ${id}`));
      for (const id of people) told.add(`${kind} ${id}`);
      const actor = forGood ? { former: kind === 'session_left' } : { actorId: userId };
      const about = { organizationId, kind, to: people, sessionId, ...actor };
      const fold = kind === 'session_left' ? { fold: `session_left:${sessionId}` } : {};
      tell(tx, notification({ ...about, ...fold, data: { ...data, following: left.length > 1 } }));
    }
}

/** When the host leaves, the next one, a co-host if there is any, becomes the host and answers the open proposals. */
async function handOver(tx: Db, { organizationId, sessionId, userId }: Spot, nextHost: string): Promise<void> {
  await repo.setHost(tx, { organizationId, sessionId }, nextHost);
  await handOverProposals(tx, { organizationId, sessionId, from: userId, to: nextHost });
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
