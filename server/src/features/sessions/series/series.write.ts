import type { Insertable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import type { SeriesRow } from './series.read.ts';

type Key = Pick<SeriesRow, 'organization_id' | 'id'>;

/** Creates a series with its host as its first member. */
export async function insertSeries(tx: Db, series: Insertable<DB['session_series']>): Promise<void> {
  const { organization_id, id: series_id, creator_id: user_id } = series;
  await tx.insertInto('session_series').values(series).execute();
  await tx.insertInto('session_series_members').values({ organization_id, series_id, user_id }).execute();
}

/** Makes a session one of a series, or with nulls a single one. */
export async function setSeriesOf(
  tx: Db,
  session: Key,
  place: { series_id: string; occurrence_on: string } | { series_id: null; occurrence_on: null },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set(place)
    .where('organization_id', '=', session.organization_id)
    .where('id', '=', session.id)
    .execute();
}

export type NewOccurrence = Insertable<DB['sessions']> & { occurrence_on: string; starts_at: Date };

/** Returns the ids of the created sessions, without those whose day the series has already. */
export async function insertOccurrences(tx: Db, sessions: NewOccurrence[]): Promise<string[]> {
  const inserted = await tx
    .insertInto('sessions')
    .values(sessions)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'series_id', 'occurrence_on'])
        .where('series_id', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

const spotsStatement = statement('take-series-spots', {
  organizationId: 'uuid',
  sessionIds: 'uuid[]',
  userIds: 'uuid[]',
  places: 'int[]',
})(
  `insert into session_participants (organization_id, session_id, user_id, joined_at, with_series)
  select $organizationId, session_id, user_id, now() + place * interval '1 millisecond', true
  from unnest($sessionIds, $userIds, $places) as spot (session_id, user_id, place)`,
);

/** Join times follow the places: the longest-standing member takes over from a host who leaves. */
export async function insertSeriesSpots(
  tx: Db,
  organizationId: string,
  spots: readonly { sessionId: string; userId: string; place: number }[],
): Promise<void> {
  await run(tx, spotsStatement, {
    organizationId,
    sessionIds: spots.map(({ sessionId }) => sessionId),
    userIds: spots.map(({ userId }) => userId),
    places: spots.map(({ place }) => place),
  });
}

export async function setMadeUntil(tx: Db, series: Key, day: string): Promise<void> {
  await tx
    .updateTable('session_series')
    .set({ made_until: day })
    .where('organization_id', '=', series.organization_id)
    .where('id', '=', series.id)
    .execute();
}

const endStatement = statement('end-series', { organizationId: 'uuid', id: 'uuid', rule: 'text?' })(
  `update session_series set ended_at = coalesce(ended_at, now()), rrule = coalesce($rule, rrule)
  where organization_id = $organizationId and id = $id`,
);

/** Stops making sessions. With a rule, which ends on some day, the series keeps that one. */
export async function endSeries(tx: Db, series: Key, rule: string | null = null): Promise<void> {
  await run(tx, endStatement, { organizationId: series.organization_id, id: series.id, rule });
}

const columnsOf = ({ now: _now, created_at: _created, updated_at: _updated, ...columns }: SeriesRow) => columns;

/** Stores the series' new values. */
export async function storeSeries(tx: Db, series: SeriesRow): Promise<void> {
  const { organization_id, id, ...columns } = columnsOf(series);
  await tx
    .updateTable('session_series')
    .set(columns)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}

const copyMembersStatement = statement('copy-series-members', { organizationId: 'uuid', from: 'uuid', to: 'uuid' })(
  `insert into session_series_members (organization_id, series_id, user_id, joined_at)
  select organization_id, $to, user_id, joined_at from session_series_members
  where organization_id = $organizationId and series_id = $from`,
);

const moveSessionsStatement = statement('move-to-series', {
  organizationId: 'uuid',
  to: 'uuid',
  sessionIds: 'uuid[]',
  days: 'text[]',
})(
  `update sessions s set series_id = $to, occurrence_on = given.day
  from unnest($sessionIds, $days::date[]) as given (id, day)
  where s.organization_id = $organizationId and s.id = given.id`,
);

/** Continues as a new series with the same members and these sessions, each on its day under the new rule. */
export async function splitSeries(
  tx: Db,
  series: SeriesRow,
  sessions: readonly { session: { id: string }; day: string }[],
): Promise<string> {
  const { organization_id: organizationId, id: from } = series;
  const to = newId();
  await tx
    .insertInto('session_series')
    .values({ ...columnsOf(series), id: to })
    .execute();
  await run(tx, copyMembersStatement, { organizationId, from, to });
  const sessionIds = sessions.map(({ session }) => session.id);
  await run(tx, moveSessionsStatement, { organizationId, to, sessionIds, days: sessions.map(({ day }) => day) });
  return to;
}

const moveClosedStatement = statement('move-closed-days', {
  organizationId: 'uuid',
  from: 'uuid',
  to: 'uuid',
  since: 'date',
})(
  `update sessions s set series_id = $to
  where s.organization_id = $organizationId and s.series_id = $from
    and (s.status = 'cancelled' or s.starts_at <= now())
    and s.occurrence_on >= $since
    and not exists (select from sessions o where o.organization_id = $organizationId and o.series_id = $to
      and o.occurrence_on = s.occurrence_on)`,
);

/** Keeps cancelled days of the rule from being created again. */
export async function moveClosedDays(tx: Db, { organization_id: organizationId, id: from }: Key, to: SeriesRow) {
  await run(tx, moveClosedStatement, { organizationId, from, to: to.id, since: to.starts_local.slice(0, 10) });
}
