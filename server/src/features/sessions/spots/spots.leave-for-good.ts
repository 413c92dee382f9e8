import { sql } from 'kysely';
import { proposalSettled } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { handOverRunning, handOverSeries, type Left, leaveOne, notifyOnce } from './spots.leave.ts';

type Member = { organizationId: string; userId: string };

/**
 * Takes a member out of everything that is not over, before their account is deleted: new hosts are notified, and so are
 * the members and waitlists of sessions that end. Nothing that is told names the member.
 */
export async function leaveForGood(tx: Db, member: Member): Promise<void> {
  const { organizationId, userId } = member;
  await dropProposals(tx, member);
  const series = await lockSeriesOf(tx, member);
  const sessions = await lockSessionsOf(tx, member);
  const left: (Left & { seriesId: string | null; startsAt: Date })[] = [];
  for (const { id: sessionId, seriesId, startsAt, started } of sessions) {
    const spot = { organizationId, sessionId, userId, forGood: true };
    const one = started ? await handOverRunning(tx, spot) : await leaveOne(tx, spot);
    if (one) left.push({ ...one, seriesId, startsAt });
  }
  for (const seriesId of series) {
    await sql`delete from session_series_members
      where organization_id = ${organizationId} and series_id = ${seriesId} and user_id = ${userId}`.execute(tx);
    const ahead = sessions.filter((session) => session.seriesId === seriesId).map(({ id }) => id);
    await handOverSeries(tx, { organizationId, seriesId, userId, ahead });
  }
  const soonestFirst = left.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const together = Map.groupBy(soonestFirst, ({ seriesId, sessionId }) => seriesId ?? sessionId);
  for (const group of together.values()) notifyOnce(tx, { ...member, forGood: true }, group);
}

/** Deletes the member's proposals with their words; the question to answer them is closed. */
async function dropProposals(tx: Db, { organizationId, userId }: Member): Promise<void> {
  const { rows } = await sql<{ id: string; session_id: string; status: string }>`
    delete from session_proposals where organization_id = ${organizationId} and proposer_id = ${userId}
    returning id, session_id, status`.execute(tx);
  const open = rows.filter(({ status }) => status === 'pending');
  for (const { id, session_id: sessionId } of open) {
    tell(tx, proposalSettled({ organizationId, sessionId, proposalId: id }));
    sessionUpdated(tx, { organizationId, sessionId }, ['open_proposals']);
  }
}

/** Series before sessions, like everywhere. */
async function lockSeriesOf(tx: Db, { organizationId, userId }: Member): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from session_series r where r.organization_id = ${organizationId}
      and (r.creator_id = ${userId} or exists (select from session_series_members m
        where m.organization_id = r.organization_id and m.series_id = r.id and m.user_id = ${userId}))
    order by r.id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

async function lockSessionsOf(tx: Db, { organizationId, userId }: Member) {
  const { rows } = await sql<{ id: string; seriesId: string | null; startsAt: Date; started: boolean }>`
    select s.id, s.series_id as "seriesId", s.starts_at as "startsAt", s.starts_at <= now() as started
    from sessions s where s.organization_id = ${organizationId} and s.status = 'active' and s.ends_at > now()
      and (s.creator_id = ${userId} or (s.starts_at > now() and exists (select from session_participants p
        where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = ${userId})))
    order by s.id for no key update`.execute(tx);
  return rows;
}
