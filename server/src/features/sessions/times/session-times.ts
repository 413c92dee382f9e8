import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { Temporal } from 'temporal-polyfill';
import { offsetAt } from '#platform/db/zones.ts';
import { fail } from '#platform/http/errors.ts';

const DAY = 86_400_000;

/** The message of an error, beside the field it is about. */
export const about = (field: string, message: string) => ({ details: { [field]: [message] } });

/**
 * The moment a clock on the wall of a zone shows this. Clocks that go back show it twice: the first is meant. Clocks that
 * go forward never show it: null, or with `later` the moment as far after the gap as it lies inside.
 */
export function momentOf(wall: string, zone: string): Date | null;
export function momentOf(wall: string, zone: string, inGap: 'later'): Date;
export function momentOf(wall: string, zone: string, inGap?: 'later'): Date | null {
  const shown = Temporal.PlainDateTime.from(wall, { overflow: 'reject' }).toZonedDateTime('UTC').epochMilliseconds;
  const [before, after] = [offsetAt(zone, shown - DAY), offsetAt(zone, shown + DAY)];
  const shows = (offset: number) => offsetAt(zone, shown - offset) === offset;
  const offset = [before, after].find(shows);
  if (offset === undefined && !inGap) return null;
  return new Date(shown - (offset ?? before));
}

/** What the clock on the wall of a zone shows: `2026-11-20T18:00:00`. */
export const wallTimeOf = (moment: Date, zone: string): string =>
  new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString().slice(0, 19);

/** A moment as the API takes it: with its offset (by now in UTC), or as wall time of the gym, null for one that is skipped. */
export function tryTime(given: string, zone: string, field: string): Date | null {
  if (given.endsWith('Z')) return new Date(given);
  try {
    return momentOf(given, zone);
  } catch (error) {
    // Such as the 31st of a month that has thirty days.
    if (!(error instanceof RangeError)) throw error;
    throw fail('validation_failed', { ...about(field, 'Not a valid time'), cause: error });
  }
}

export function readTime(given: string, zone: string, field: string): Date {
  const moment = tryTime(given, zone, field);
  if (!moment)
    throw fail('time_does_not_exist', about(field, 'That time does not exist on this day because the clocks change.'));
  return moment;
}

const MINUTE = 60_000;

type Given = { start_time: string; end_time?: string | undefined; duration_minutes: number };

/** When a session starts and how long it lasts; an end takes the place of a duration. */
export function readSpan({ start_time, end_time, duration_minutes }: Given, zone: string) {
  const startsAt = readTime(start_time, zone, 'start_time');
  if (end_time === undefined) return { startsAt, minutes: duration_minutes };
  return { startsAt, minutes: minutesUntil(startsAt, readTime(end_time, zone, 'end_time')) };
}

const { least, most } = sessionLimits.minutes;

/** How long it lasts, for an end that was asked for. */
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
  if (wrong) throw fail('validation_failed', about('end_time', wrong));
  return minutes;
}

export const endOf = (startsAt: Date, minutes: number) => new Date(startsAt.getTime() + minutes * MINUTE);
