import { settleProposal } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { deleteSeriesMember, handOverSeries } from './spots-leave.repo.ts';
import { handOverRunning, type Left, leaveOne, notifyOnce } from './spots-leave.service.ts';
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
    const spot = { organizationId, sessionId, userId, forGood: true };
    const one = started ? await handOverRunning(tx, spot) : await leaveOne(tx, spot);
    if (one) left.push({ ...one, seriesId, startsAt });
  }
  for (const seriesId of series) {
    await deleteSeriesMember(tx, { organizationId, seriesId, userId });
    await handOverSeries(tx, { organizationId, seriesId, userId });
  }
  const soonestFirst = left.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const together = Map.groupBy(soonestFirst, ({ seriesId, sessionId }) => seriesId ?? sessionId);
  for (const group of together.values()) notifyOnce(tx, { ...leaver, forGood: true }, group);
  for (const { id, sessionId } of proposals) settleProposal(tx, { organizationId, sessionId, proposalId: id });
}

/** Deletes the member's proposals, and returns those that wait for an answer. */
async function dropProposals(tx: Db, leaver: Leaver) {
  const { organizationId } = leaver;
  const dropped = await deleteProposalsOf(tx, leaver);
  const open = dropped.filter(({ status }) => status === 'pending');
  for (const { sessionId } of open) sessionUpdated(tx, { organizationId, sessionId }, ['open_proposals']);
  return open;
}
