import type { AffectedSession } from '@spotter/contract/gyms/affected-sessions.ts';
import { nearestOpenSql, openAroundSql, sameTimeSql } from '#features/gyms/index.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';

/** The gyms whose hours may change, and the days; null days are all. */
type Reach = { organizationId: string; gymIds: readonly string[]; from: string | null; to: string | null };

/** Upcoming sessions as stays. Aliases: s the session, g its gym, stay. */
const upcomingStays = (joins = '') => `sessions s
  join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id,
  lateral (select s.organization_id, s.gym_id, g.timezone as zone, s.starts_at as starts, s.ends_at as ends) stay
  ${joins} where s.organization_id = $organizationId and ${isAheadSql}`;

/** A table of stays, which have the ids of their sessions, and when each gym is open around them. */
const openCtes = (stays: string) => `stays as materialized (${stays}),
  open as materialized (${openAroundSql('stays')})`;
const isOpenSql = 'coalesce(open.times @> tstzrange(stay.starts, stay.ends), false)';

const insideStatement = statement('sessions-inside-hours', {
  organizationId: 'uuid',
  gymIds: 'uuid[]',
  from: 'date?',
  to: 'date?',
})<{
  id: string;
}>(`with ${openCtes(`select s.id as session_id, stay.* from ${upcomingStays()} and s.gym_id = any($gymIds)
    and ($from is null or (stay.ends at time zone stay.zone)::date >= $from)
    and ($to is null or (stay.starts at time zone stay.zone)::date <= $to)`)}
  select stay.session_id as id from stays stay join open on open.gym_id = stay.gym_id where ${isOpenSql}`);

/** Upcoming sessions at these gyms on these days that lie inside the hours. */
export const sessionsInsideHours = async (tx: Db, reach: Reach): Promise<string[]> =>
  (await run(tx, insideStatement, reach)).map(({ id }) => id);

/**
 * Where a session moves: people come at a time of day, so it stays the same on the next open day, unless its own series is there
 * already; else it is the nearest open time.
 */
const movesTo = `coalesce(${sameTimeSql(
  'stay',
  'open.times',
  (moment) => `(select true from sessions o where o.organization_id = s.organization_id and o.series_id = s.series_id
    and o.id <> s.id and o.status = 'active' and o.starts_at = ${moment} limit 1) is null`,
)}, ${nearestOpenSql('stay', 'open.times')})`;

/** What staff sees of a session that moves. Aliases: s the session, g its gym now. */
export const sessionColumns = `s.id, s.title, json_build_object('id', g.id, 'name', g.name) as gym, g.timezone,
    ${instantSql('s.starts_at')} as starts_at, s.duration_minutes, s.current_participants as participants_count, s.series_id`;

/** The affected sessions among stays, and where each would be: looked for only for the first `$timed` of them, or for all. */
const affectedOf = (stays: string, isAffected = 'true') => `with ${openCtes(stays)}
  select ${sessionColumns}, coalesce(stay.zone, g.timezone) as new_timezone,
    case when $timed is null or row_number() over (order by s.starts_at, s.id) <= $timed then ${instantSql(movesTo)} end as moves_to
  from stays stay join sessions s on s.organization_id = $organizationId and s.id = stay.session_id
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    left join open on open.gym_id = stay.gym_id
  where ${isAffected}
  order by s.starts_at, s.id`;

const outsideStatement = statement('sessions-outside-hours', {
  organizationId: 'uuid',
  ids: 'uuid[]',
  timed: 'int?',
})<AffectedSession>(
  affectedOf(`select s.id as session_id, stay.* from ${upcomingStays()} and s.id = any($ids)`, `not ${isOpenSql}`),
);

type Outside = { organizationId: string; ids: readonly string[]; timed: number | null };

/** Those of these sessions that lie outside the hours as they are now. */
export const sessionsOutsideHours = (tx: Db, asked: Outside) => run(tx, outsideStatement, asked);

const leavingStatement = statement('sessions-leaving-gym', {
  organizationId: 'uuid',
  gymId: 'uuid',
  newGymId: 'uuid?',
  timed: 'int?',
})<AffectedSession>(
  affectedOf(
    `select s.id as session_id, there.* from ${upcomingStays(
      `left join lateral (select n.organization_id, n.id as gym_id, n.timezone as zone, t.starts,
        t.starts + (s.ends_at - s.starts_at) as ends
      from gyms n, lateral (select (s.starts_at at time zone g.timezone) at time zone n.timezone as starts) t
      where n.organization_id = $organizationId and n.id = $newGymId) there on true`,
    )} and s.gym_id = $gymId`,
  ),
);

type Leaving = { organizationId: string; gymId: string; newGymId: string | null; timed: number | null };

/** All upcoming sessions of a gym, and when each could be at another one. */
export const sessionsLeaving = (tx: Db, asked: Leaving) => run(tx, leavingStatement, asked);
