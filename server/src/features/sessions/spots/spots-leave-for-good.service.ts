import { notification, settleProposal } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { refuseOver } from '../session-access.service.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { endSession } from '../sessions-end.service.ts';
import { hostChanged, type Left, noticesOfLeaving } from './spots-leave.policy.ts';
import { deleteSeriesMember, deleteSpot, handOverSeries, readKeepsake, type Spot } from './spots-leave.repo.ts';
import { EVERYONE_LEFT, handOver, lockLeft, notifyOnce, passOn } from './spots-leave.service.ts';
import { deleteProposalsOf, type Leaver, lockSeriesOf, lockSessionsOf } from './spots-leave-for-good.repo.ts';

/**
 * Takes a member out of everything that is not over, before their account is deleted: new hosts are notified, and so are
 * the members and waitlists of sessions that end. Nothing that is told names the member.
 */
export async function leaveForGood(tx: Db, leaver: Leaver): Promise<void> {
  const { organizationId, userId } = leaver;
  const proposals = await dropProposals(tx, leaver);
  const series = await lockSeriesOf(tx, leaver);
  const sessions = await lockSessionsOf(tx, leaver);
  const left: (Left & { seriesId: string | null; startsAt: Date })[] = [];
  for (const { id: sessionId, seriesId, startsAt, started } of sessions) {
    const spot = { organizationId, sessionId, userId };
    const one = started ? await handOverRunning(tx, spot) : await leaveComing(tx, spot);
    if (one) left.push({ ...one, seriesId, startsAt });
  }
  for (const seriesId of series) {
    await deleteSeriesMember(tx, { organizationId, seriesId, userId });
    await handOverSeries(tx, { organizationId, seriesId, userId });
  }
  const soonestFirst = left.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const together = Map.groupBy(soonestFirst, ({ seriesId, sessionId }) => seriesId ?? sessionId);
  for (const group of together.values()) notifyOnce(tx, leaver, group, { isNameless: true });
  for (const { id, sessionId } of proposals) settleProposal(tx, { organizationId, sessionId, proposalId: id });
}

/** What changes in a session when a member is gone from it. */
const fieldsOfLeaving = ['participants', 'current_participants', 'available_spots', 'creator', 'title', 'description'];

/** Gives back the spot in a session before it starts. Null when the member was not in it. */
async function leaveComing(tx: Db, spot: Spot): Promise<Left | null> {
  const { sessionId, userId } = spot;
  const session = await lockLeft(tx, spot);
  if (session.just_joined === null) return null;
  refuseOver(session);
  deleteSpot(tx, spot);
  const [nextHost] = session.staying;
  if (!nextHost) {
    await cancelKept(tx, spot);
    return { sessionId, notices: [] };
  }
  sessionUpdated(tx, spot, fieldsOfLeaving);
  await passOn(tx, spot, session, nextHost);
  return { sessionId, notices: noticesOfLeaving(session, userId) };
}

/** The session's row goes with its host's account, so the notification keeps what it was. */
async function cancelKept(tx: Db, { organizationId, sessionId }: Spot): Promise<void> {
  const to = await endSession(tx, { organizationId, sessionId, reason: EVERYONE_LEFT, actorId: null });
  const kept = await readKeepsake(tx, { organizationId, sessionId });
  const data = { ...kept, reason: EVERYONE_LEFT };
  tell(tx, notification({ organizationId, kind: 'session_cancelled', to, data }));
}

/** Hands a running session to its next host. */
async function handOverRunning(tx: Db, spot: Spot): Promise<Left> {
  const { sessionId } = spot;
  const [nextHost] = (await lockLeft(tx, spot)).staying;
  if (!nextHost) return { sessionId, notices: [] };
  await handOver(tx, spot, nextHost);
  sessionUpdated(tx, spot, fieldsOfLeaving);
  return { sessionId, notices: [hostChanged(nextHost)] };
}

/** Deletes the member's proposals, and returns those that wait for an answer. */
async function dropProposals(tx: Db, leaver: Leaver) {
  const { organizationId } = leaver;
  const dropped = await deleteProposalsOf(tx, leaver);
  const open = dropped.filter(({ status }) => status === 'pending');
  for (const { sessionId } of open) sessionUpdated(tx, { organizationId, sessionId }, ['open_proposals']);
  return open;
}
