import { seriesLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import { areOpen, holdHours } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { newId } from '#platform/ids.ts';
import { newShareToken } from '../share-token.policy.ts';
import { endOf } from '../times/session-times.policy.ts';
import { readComing, type SeriesRow } from './series.read.ts';
import * as repo from './series.write.ts';
import { occurrenceStart } from './series-days.policy.ts';
import { daysOf, storedRule } from './series-rule.policy.ts';

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
  const people = await readComing(tx, series);
  const [host] = people;
  if (!host) {
    await repo.endSeries(tx, series);
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
  const made = rows.length === 0 ? [] : await insertWithPeople(tx, organization_id, rows, people);
  await repo.setMadeUntil(tx, series, until);
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

async function insertWithPeople(
  tx: Db,
  organizationId: string,
  rows: repo.NewOccurrence[],
  people: string[],
): Promise<Made[]> {
  const ids = new Set(await repo.insertOccurrences(tx, rows));
  const made = rows.filter(({ id }) => ids.has(id));
  const spots = made.flatMap(({ id: sessionId, max_participants = 10 }) =>
    people.slice(0, max_participants).map((userId, place) => ({ sessionId, userId, place })),
  );
  if (spots.length > 0) await repo.insertSeriesSpots(tx, organizationId, spots);
  return made.map(({ id, creator_id, starts_at }) => ({ sessionId: id, creatorId: creator_id, startsAt: starts_at }));
}
