import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { SeriesRow } from './series.make.ts';

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

/** Continues as a new series with the same members and the sessions in scope, each on its day under the new rule. */
export async function splitSeries(
  tx: Db,
  series: SeriesRow,
  sessions: readonly { session: { id: string }; day: string }[],
): Promise<string> {
  const { organization_id } = series;
  const id = newId();
  await tx
    .insertInto('session_series')
    .values({ ...columnsOf(series), id })
    .execute();
  await sql`insert into session_series_members (organization_id, series_id, user_id, joined_at)
    select organization_id, ${id}, user_id, joined_at from session_series_members
    where organization_id = ${organization_id} and series_id = ${series.id}`.execute(tx);
  await sql`update sessions s set series_id = ${id}, occurrence_on = given.day
    from unnest(${sessions.map(({ session }) => session.id)}::uuid[], ${sessions.map(({ day }) => day)}::date[]) as given (id, day)
    where s.organization_id = ${organization_id} and s.id = given.id`.execute(tx);
  return id;
}
