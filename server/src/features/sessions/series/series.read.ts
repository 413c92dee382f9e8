import type { Selectable } from 'kysely';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { learnZones } from '#platform/db/zones.ts';
import type { SessionRow } from '../session-lock.repo.ts';

/** `starts_local` as text: a Date would shift with the server's zone. */
export type SeriesRow = Omit<Selectable<DB['session_series']>, 'starts_local'> & { starts_local: string; now: Date };

const lockStatement = statement('lock-series', { organizationId: 'uuid', seriesId: 'uuid' })<SeriesRow>(
  `select *, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI:SS') as starts_local, now() as now from session_series
  where organization_id = $organizationId and id = $seriesId for no key update`,
);

/** Locks a series. Take this lock before the locks of its sessions. */
export async function lockSeries(tx: Db, organizationId: string, seriesId: string): Promise<SeriesRow | undefined> {
  const [series] = await run(tx, lockStatement, { organizationId, seriesId });
  if (series) await learnZones(tx, [series.timezone]);
  return series;
}

/** A session of a series, which always has the day the rule gave it. */
export type Occurrence = SessionRow & { occurrence_on: string };

type InSeries = { organizationId: string; seriesId: string; sessionId: string };

const aheadStatement = statement('lock-series-ahead', {
  organizationId: 'uuid',
  seriesId: 'uuid',
  sessionId: 'uuid',
})<Occurrence>(
  `select *, now() as now from sessions where organization_id = $organizationId and series_id = $seriesId
    and (id = $sessionId or status = 'active' and starts_at > now())
  order by id for no key update`,
);

/** Locks a series' upcoming sessions, and this one if it belongs to the series. */
export const lockAhead = (tx: Db, { organizationId, seriesId, sessionId }: InSeries): Promise<Occurrence[]> =>
  run(tx, aheadStatement, { organizationId, seriesId, sessionId });

export async function findSeriesOf(
  tx: Db,
  { organizationId, sessionId }: { organizationId: string; sessionId: string },
): Promise<string | null> {
  const session = await tx
    .selectFrom('sessions')
    .select('series_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session?.series_id ?? null;
}

export async function readSeriesMembers(tx: Db, organizationId: string, seriesId: string): Promise<string[]> {
  const members = await tx
    .selectFrom('session_series_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('series_id', '=', seriesId)
    .execute();
  return members.map(({ user_id }) => user_id);
}

const comingStatement = statement('series-coming', {
  organizationId: 'uuid',
  seriesId: 'uuid',
  gymId: 'uuid',
  hostId: 'uuid',
})<{ id: string }>(
  `with coming as (
    select c.user_id, row_number() over (order by c.user_id = $hostId desc, c.place) as place
    from coming_to_series($organizationId, $seriesId, $gymId) c
  ), host as (select c.user_id from coming c where c.place = 1)
  select c.user_id as id from coming c, host where not ${blockedBetween('c.user_id', 'host.user_id')} order by c.place`,
);

/**
 * The series' members who still have access: the host first, then in joining order. Without the host, the next one
 * hosts.
 */
export async function readComing(tx: Db, series: SeriesRow): Promise<string[]> {
  const { organization_id: organizationId, id: seriesId, gym_id: gymId, creator_id: hostId } = series;
  const rows = await run(tx, comingStatement, { organizationId, seriesId, gymId, hostId });
  return rows.map(({ id }) => id);
}

export type SeriesId = { organizationId: string; id: string };

const dueStatement = statement('due-series', {
  organizationId: 'uuid',
  id: 'uuid',
  daysAhead: 'int',
  most: 'int',
})<SeriesId>(
  `select r.organization_id as "organizationId", r.id from session_series r
    join gyms g on g.organization_id = r.organization_id and g.id = r.gym_id and g.is_active
    join organizations o on o.id = r.organization_id and o.is_active and not o.is_demo
  where r.ended_at is null and (r.made_until is null or r.made_until < (now() at time zone r.timezone)::date + $daysAhead)
    and (r.organization_id, r.id) > ($organizationId, $id)
  order by r.organization_id, r.id limit $most`,
);

/** The next series after one whose sessions don't reach so many days ahead. */
export const findDueSeries = (db: Db, after: SeriesId, limits: { daysAhead: number; most: number }) =>
  run(db, dueStatement, { ...after, ...limits });
