import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Leaver = { organizationId: string; userId: string };
const leaverValues = { organizationId: 'uuid', userId: 'uuid' } as const;

const dropStatement = statement(
  'drop-proposals',
  leaverValues,
)<{ id: string; sessionId: string; status: string }>(
  `delete from session_proposals where organization_id = $organizationId and proposer_id = $userId
  returning id, session_id as "sessionId", status`,
);

/** Deletes the member's proposals with their words. */
export const deleteProposalsOf = (tx: Db, leaver: Leaver) => run(tx, dropStatement, leaver);

const lockSeriesStatement = statement(
  'lock-series-of-member',
  leaverValues,
)<{ id: string }>(
  `select r.id from session_series r where r.organization_id = $organizationId
    and (r.creator_id = $userId or exists (select from session_series_members m
      where m.organization_id = r.organization_id and m.series_id = r.id and m.user_id = $userId))
  order by r.id for no key update`,
);

/** Locks the series that the member hosts or belongs to. Series before sessions, like everywhere. */
export const lockSeriesOf = async (tx: Db, leaver: Leaver): Promise<string[]> =>
  (await run(tx, lockSeriesStatement, leaver)).map(({ id }) => id);

const lockSessionsStatement = statement(
  'lock-sessions-of-member',
  leaverValues,
)<{ id: string; seriesId: string | null; startsAt: Date; started: boolean }>(
  `select s.id, s.series_id as "seriesId", s.starts_at as "startsAt", s.starts_at <= now() as started
  from sessions s where s.organization_id = $organizationId and s.status = 'active' and s.ends_at > now()
    and (s.creator_id = $userId or (s.starts_at > now() and exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $userId)))
  order by s.id for no key update`,
);

/** Locks the sessions that aren't over and that the member hosts, or has a spot in before they start. */
export const lockSessionsOf = (tx: Db, leaver: Leaver) => run(tx, lockSessionsStatement, leaver);
