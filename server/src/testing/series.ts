import { Temporal } from 'temporal-polyfill';
import type { Db } from '#platform/db/connect.ts';

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The weekday of a day, or of one so many days later, as a rule writes it. */
export const weekdayCode = (day: string, later = 0): string =>
  codes[(Temporal.PlainDate.from(day).dayOfWeek - 1 + later) % 7]!;

/** A time on the same weekday, week after week. */
export const weekly = (day: string, time: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, week) => `${Temporal.PlainDate.from(day).add({ weeks: week })}T${time}`);

/** Every session there is, soonest first, as clocks in Sydney show it. */
export async function timetableOf(db: Db) {
  const sessions = await db
    .selectFrom('sessions')
    .select([
      'id',
      'series_id',
      'starts_at',
      'title',
      'status',
      'max_participants',
      'duration_minutes',
      'occurrence_on',
    ])
    .orderBy('starts_at')
    .execute();
  return sessions.map((session) => ({
    ...session,
    local: Temporal.Instant.fromEpochMilliseconds(session.starts_at.getTime())
      .toZonedDateTimeISO('Australia/Sydney')
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  }));
}
