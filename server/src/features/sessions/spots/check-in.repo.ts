import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Attendance = {
  organizationId: string;
  sessionId: string;
  people: readonly string[];
  attended: boolean;
  by: string;
};

/** People whose attendance changed, and those who see exactly these of them. */
type Heard = { people: string[]; to: string[] };

// Undone, attendance is unknown again.
const markStatement = statement('mark-attendance', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  people: 'uuid[]',
  attended: 'boolean',
  by: 'uuid',
})<{ known: number; heard: Heard[] }>(
  `with known as (
    select p.user_id, p.attended is distinct from nullif($attended, false) as changes from session_participants p
    where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = any($people)
      and not ${blockedBetween('$by', 'p.user_id')}
  ), marked as (
    update session_participants p set attended = nullif($attended, false),
      checked_in_at = case when $attended then now() end, checked_in_by = case when $attended then $by end
    from known where p.organization_id = $organizationId and p.session_id = $sessionId and p.user_id = known.user_id
      and known.changes
    returning p.user_id
  ), reader as (
    select user_id as id from session_participants where organization_id = $organizationId and session_id = $sessionId
    union select creator_id from sessions where organization_id = $organizationId and id = $sessionId
  ), seen as (
    select reader.id, array(select user_id from marked
      where not ${blockedBetween('reader.id', 'marked.user_id')} order by user_id) as visible
    from reader
  ), heard as (select visible, array_agg(id) as readers from seen where visible <> '{}' group by visible)
  select (select count(*)::int from known) as known,
    (select coalesce(json_agg(json_build_object('people', visible, 'to', readers) order by visible), '[]') from heard) as heard`,
);

/**
 * Records who came. Returns how many of the people are known, being in the session and not blocked, and whose attendance
 * changed, as each of the session's members and its host may see it.
 */
export async function markAttendance(tx: Db, attendance: Attendance) {
  const [row] = await run(tx, markStatement, attendance);
  return row!;
}
