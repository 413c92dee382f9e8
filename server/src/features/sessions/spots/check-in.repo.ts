import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { foundEvents } from '#platform/events/write.ts';

export type Attendance = {
  organizationId: string;
  sessionId: string;
  people: readonly string[];
  attended: boolean;
  by: string;
};

// Undone, attendance is unknown again.
const markStatement = statement('mark-attendance', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  people: 'uuid[]',
  attended: 'boolean',
  by: 'uuid',
})<{ known: number; changed: string[] }>(
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
  )
  select (select count(*)::int from known) as known, array(select user_id from marked) as changed`,
);

/**
 * Records who came. Returns how many of the people are known, being in the session and not blocked, and whose
 * attendance changed.
 */
export async function markAttendance(tx: Db, attendance: Attendance) {
  const [row] = await run(tx, markStatement, attendance);
  return row!;
}

/** Tells the session's members and host who came, without people hidden from each reader. */
export const checkedIn = foundEvents(
  'checked in',
  { organizationId: 'uuid', sessionId: 'uuid', gymId: 'uuid', people: 'uuid[]', attended: 'boolean' },
  {
    ctes: [
      `reader as (
        select user_id as id from session_participants where organization_id = $organizationId and session_id = $sessionId
        union select creator_id from sessions where organization_id = $organizationId and id = $sessionId
      )`,
      `seen as (
        select reader.id, array(select person from unnest($people) person
          where not ${blockedBetween('reader.id', 'person')} order by person) as visible
        from reader
      )`,
    ],
    select: `select row_number() over (order by visible) as place, 'session.checked_in' as type,
        jsonb_build_object('session_id', $sessionId, 'gym_id', $gymId, 'user_ids', visible, 'attended', $attended) as data,
        array_agg(id) as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
      from seen where visible <> '{}' group by visible`,
  },
);
