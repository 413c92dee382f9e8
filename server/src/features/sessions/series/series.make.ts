import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { areOpen, holdHours } from '#features/gyms/index.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { learnZones, momentOf, wallTimeOf } from '#platform/db/zones.ts';
import { newId } from '#platform/ids.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';
import { newShareToken } from '../sharing/sharing.token.ts';
import { endOf } from '../times/session-times.ts';
import { daysOf, storedRule } from './series.rule.ts';

/** `starts_local` as text: a Date would shift with the server's zone. */
export type SeriesRow = Omit<Selectable<DB['session_series']>, 'starts_local'> & { starts_local: string; now: Date };

/** Locks a series. Take this lock before the locks of its sessions. */
export async function lockSeries(tx: Db, organizationId: string, seriesId: string): Promise<SeriesRow | undefined> {
  const series = await tx
    .selectFrom('session_series')
    .selectAll()
    .select([
      sql<string>`to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('starts_local'),
      sql<Date>`now()`.as('now'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', seriesId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (series) await learnZones(tx, [series.timezone]);
  return series;
}

/** Start of the session on a day: the series' local time at the gym, moved past a clock change that skips it. */
export const occurrenceStart = (
  { starts_local, timezone }: Pick<SeriesRow, 'starts_local' | 'timezone'>,
  day: string,
) => momentOf(`${day}${starts_local.slice(10)}`, timezone, 'later');

export type Made = { sessionId: string; creatorId: string; startsAt: Date };

/**
 * Creates the sessions of a series that are due but missing, and adds the series' members as far as there are spots.
 * Skips days on which the gym is closed at that time. Idempotent.
 */
export async function makeOccurrences(tx: Db, series: SeriesRow): Promise<Made[]> {
  const { organization_id, id: series_id, gym_id: gymId, duration_minutes: minutes, now } = series;
  const today = wallTimeOf(now, series.timezone).slice(0, 10);
  const first = series.starts_local.slice(0, 10);
  const after = series.made_until === null ? first : addDays(series.made_until, 1);
  const until = [addDays(today, seriesLimits.daysAhead), first].toSorted().at(-1)!;
  const people = await comingTo(tx, series);
  const [host] = people;
  if (!host) {
    await endSeries(tx, series);
    return [];
  }
  const from = [after, today].toSorted().at(-1)!;
  const days = from > until ? [] : daysOf(storedRule(series.rrule), first, { from, to: until });
  const ahead = days
    .map((day) => ({ day, startsAt: occurrenceStart(series, day) }))
    .filter(({ startsAt }) => startsAt.getTime() > now.getTime());
  const starts = ahead.map(({ startsAt }) => startsAt);
  holdHours(tx, { organizationId: organization_id, gymId });
  const open = await areOpen(tx, { organizationId: organization_id, gymId, minutes, starts });
  const rows = ahead
    .filter((_, index) => open[index])
    .map(({ day, startsAt }) => ({
      ...valuesOfSeries(series),
      organization_id,
      id: newId(),
      series_id,
      creator_id: host,
      occurrence_on: day,
      starts_at: startsAt,
      ends_at: endOf(startsAt, minutes),
      share_token: newShareToken(),
    }));
  const made = rows.length === 0 ? [] : await insertOccurrences(tx, rows, people);
  await tx
    .updateTable('session_series')
    .set({ made_until: until })
    .where('organization_id', '=', organization_id)
    .where('id', '=', series_id)
    .execute();
  return made;
}

const valuesOfSeries = (series: SeriesRow) => ({
  gym_id: series.gym_id,
  session_type_id: series.session_type_id,
  workout_type: series.workout_type,
  title: series.title,
  description: series.description,
  title_by: series.title_by,
  description_by: series.description_by,
  max_participants: series.max_participants,
  fitness_level_min: series.fitness_level_min,
  fitness_level_max: series.fitness_level_max,
  gender_preference: series.gender_preference,
  guests_per_member: series.guests_per_member,
});

type NewOccurrence = Insertable<DB['sessions']> & { occurrence_on: string; starts_at: Date };

async function insertOccurrences(tx: Db, rows: NewOccurrence[], people: string[]): Promise<Made[]> {
  const inserted = await tx
    .insertInto('sessions')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'series_id', 'occurrence_on'])
        .where('series_id', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  const made = rows.filter(({ id }) => ids.has(id));
  if (made.length > 0)
    await tx
      .insertInto('session_participants')
      .values(
        made.flatMap(({ organization_id, id: session_id, max_participants = 10 }) =>
          people.slice(0, max_participants).map((user_id, spot) => ({
            organization_id,
            session_id,
            user_id,
            // Join times keep the members' order: the longest-standing one takes over from a host who leaves.
            joined_at: sql<Date>`now() + ${spot} * interval '1 millisecond'`,
          })),
        ),
      )
      .execute();
  return made.map(({ id, creator_id, starts_at }) => ({ sessionId: id, creatorId: creator_id, startsAt: starts_at }));
}

const comingStatement = statement('series-coming', {
  organizationId: 'uuid',
  seriesId: 'uuid',
  gymId: 'uuid',
  hostId: 'uuid',
})<{ id: string }>(
  `with coming as (
    select u.id, m.joined_at, u.id = $hostId as hosts from session_series_members m join users u on u.id = m.user_id
    where m.organization_id = $organizationId and m.series_id = $seriesId and u.is_active and ${canUseGym('u', '$gymId')}
  ), host as (select c.id from coming c order by c.hosts desc, c.joined_at, c.id limit 1)
  select c.id from coming c, host where not ${blockedBetween('c.id', 'host.id')}
  order by c.id = host.id desc, c.joined_at, c.id`,
);

/**
 * The series' members who still have access: the host first, then in joining order. Without the host, the next one
 * hosts.
 */
async function comingTo(tx: Db, series: SeriesRow): Promise<string[]> {
  const { organization_id: organizationId, id: seriesId, gym_id: gymId, creator_id: hostId } = series;
  const rows = await run(tx, comingStatement, { organizationId, seriesId, gymId, hostId });
  return rows.map((row) => row.id);
}

/** Stops making sessions. With a day, the rule also ends on that day. */
export async function endSeries(
  tx: Db,
  series: Pick<SeriesRow, 'organization_id' | 'id'>,
  rule?: string,
): Promise<void> {
  await tx
    .updateTable('session_series')
    .set({ ended_at: sql`coalesce(ended_at, now())`, ...(rule && { rrule: rule }) })
    .where('organization_id', '=', series.organization_id)
    .where('id', '=', series.id)
    .execute();
}
