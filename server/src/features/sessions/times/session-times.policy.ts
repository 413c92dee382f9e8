import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { momentOf } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';

/**
 * An instant as the API accepts it: with an offset (now in UTC), or local to the gym; null for a skipped local time.
 */
export function tryTime(given: string, zone: string, field: string): Date | null {
  if (given.endsWith('Z')) return new Date(given);
  try {
    return momentOf(given, zone);
  } catch (error) {
    // For example the 31st of a month with thirty days.
    if (!(error instanceof RangeError)) throw error;
    throw fail('validation_failed', { ...fieldError(field, 'Not a valid time'), cause: error });
  }
}

export function readTime(given: string, zone: string, field: string): Date {
  const moment = tryTime(given, zone, field);
  if (!moment)
    throw fail(
      'time_does_not_exist',
      fieldError(field, 'That time does not exist on this day because the clocks change.'),
    );
  return moment;
}

const MINUTE = 60_000;

type Given = { start_time: string; end_time?: string | undefined; duration_minutes: number };

/** A session's start and length; an end time replaces a duration. */
export function readSpan({ start_time, end_time, duration_minutes }: Given, zone: string) {
  const startsAt = readTime(start_time, zone, 'start_time');
  if (end_time === undefined) return { startsAt, minutes: duration_minutes };
  return { startsAt, minutes: minutesUntil(startsAt, readTime(end_time, zone, 'end_time')) };
}

const { least, most } = sessionLimits.minutes;

/** The length that a requested end time gives. */
export function minutesUntil(startsAt: Date, endsAt: Date): number {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE);
  const wrong =
    minutes <= 0
      ? 'The session must end after it starts'
      : minutes < least
        ? `At least ${least} minutes`
        : minutes > most
          ? `At most ${most / 60} hours`
          : null;
  if (wrong) throw fail('validation_failed', fieldError('end_time', wrong));
  return minutes;
}

export const endOf = (startsAt: Date, minutes: number) => new Date(startsAt.getTime() + minutes * MINUTE);
