import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../scripts/property-runs.ts';
import {
  addDays,
  dayAt,
  daysBetween,
  minutesOf,
  momentOf,
  momentsOf,
  offsetAt,
  startOfDay,
  timeOf,
  wallAt,
  wallClock,
  wallTimeOf,
  weekdayOf,
  withOffset,
} from './wall-clock.ts';

/** Zones with half-hour shifts, changes at midnight, backward changes, no changes, and one that skipped a day. */
const zones = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/New_York',
  'Europe/London',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const MINUTE = 60_000;
/** Whole minutes from 2024 to 2037. */
const minute = fc.integer({ min: Date.UTC(2024, 0, 1) / MINUTE, max: Date.UTC(2037, 0, 1) / MINUTE });
const moment = minute.map((minutes) => new Date(minutes * MINUTE));
const wall = moment.map((at) => at.toISOString().slice(0, 16));

/** An independent implementation of a zone's wall clock. */
const formats = new Map<string, Intl.DateTimeFormat>();
function shownBy(at: Date, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  return format.format(at).replace(' ', 'T');
}

describe('a wall time', () => {
  test('is the first moment the clocks of its zone show it, or null when they skip it', () => {
    fc.assert(
      fc.property(wall, zone, (time, where) => {
        const at = momentOf(time, where);
        const around = (shift: number) =>
          shownBy(new Date(Date.parse(`${time}Z`) + shift * MINUTE), where).slice(0, 16) === time;
        if (at) {
          expect(shownBy(at, where).slice(0, 16)).toBe(time);
          for (const earlier of [30, 60, 120])
            expect(shownBy(new Date(at.getTime() - earlier * MINUTE), where).slice(0, 16)).not.toBe(time);
        } else {
          // No existing offset shows it.
          for (let shift = -14 * 60; shift <= 14 * 60; shift += 15) expect(around(shift)).toBe(false);
        }
      }),
      runs(100),
    );
  });

  test('of a moment leads back to that moment', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const shown = wallTimeOf(at, where);
        expect(shown).toBe(shownBy(at, where));
        expect(wallAt(at.getTime(), where)).toEqual({ day: dayAt(at, where), time: shown.slice(11, 16) });
        expect(new Date(withOffset(shown, at))).toEqual(at);
        const back = momentsOf(shown, where);
        expect(back).toContainEqual(at);
        expect(back).toEqual(back.toSorted((one, other) => one.getTime() - other.getTime()));
        expect(momentOf(shown, where)).toEqual(back[0]);
      }),
      runs(100),
    );
  });

  test.each([
    ['Australia/Lord_Howe', '2026-10-04T02:15', null, '2026-10-04T02:45:00'],
    ['America/New_York', '2027-03-14T02:30', null, '2027-03-14T03:30:00'],
    ['Europe/London', '2027-03-28T01:00', null, '2027-03-28T02:00:00'],
    ['America/Santiago', '2026-09-06T00:00', null, '2026-09-06T01:00:00'],
    ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z', '2027-04-04T01:45:00'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30:00'],
    ['Asia/Kathmandu', '2026-11-01T18:00', '2026-11-01T12:15:00.000Z', '2026-11-01T18:00:00'],
    ['Europe/London', '2026-10-25T22:30', '2026-10-25T22:30:00.000Z', '2026-10-25T22:30:00'],
    ['Australia/Sydney', '2026-11-20T24:00', '2026-11-20T13:00:00.000Z', '2026-11-21T00:00:00'],
  ])('in %s at %s', (where, time, first, later) => {
    expect(momentOf(time, where)?.toISOString() ?? null).toBe(first);
    expect(wallTimeOf(momentOf(time, where, 'later'), where)).toBe(later);
  });

  test.each([
    ['America/St_Johns', '2026-11-20T03:30:00-03:30'],
    ['Asia/Kathmandu', '2026-11-20T12:45:00+05:45'],
    ['UTC', '2026-11-20T07:00:00+00:00'],
  ])('is written with its distance from UTC: in %s %s', (where, written) => {
    const at = Date.UTC(2026, 10, 20, 7, 0, 0, 400);
    expect(withOffset(wallTimeOf(at, where), at)).toBe(written);
  });

  test('happens twice when the clocks go back, and not at all when they go forward', () => {
    const at = (time: string) => momentsOf(time, 'Australia/Sydney').map((found) => found.toISOString());
    expect(at('2026-04-05T02:30')).toEqual(['2026-04-04T15:30:00.000Z', '2026-04-04T16:30:00.000Z']);
    expect(at('2026-10-04T02:30')).toEqual([]);
    expect(at('2026-10-04T03:00')).toEqual(['2026-10-03T16:00:00.000Z']);
  });

  test.each(['2027-02-31T18:00', '2026-13-01T18:00', 'T18:00', ''])('%s is refused when no such day exists', (time) => {
    expect(() => momentOf(time, 'UTC')).toThrow(RangeError);
  });

  test('goes by the zone data it is given', () => {
    const clocks = wallClock((where, at) => offsetAt(where, at) + 60 * MINUTE);
    expect(clocks.wallTimeOf(Date.UTC(2026, 10, 20, 7), 'UTC')).toBe('2026-11-20T08:00:00');
    expect(clocks.momentOf('2026-11-20T08:00', 'UTC')).toEqual(new Date('2026-11-20T07:00:00Z'));
  });
});

describe('a day in a zone', () => {
  test.each([
    ['2026-11-15', 'Australia/Sydney', '2026-11-14T13:00:00.000Z'],
    ['2026-11-15', 'America/New_York', '2026-11-15T05:00:00.000Z'],
    ['2026-11-15', 'UTC', '2026-11-15T00:00:00.000Z'],
    // Daylight saving begins in Sydney on 4 October 2026 and ends in New York on 1 November 2026, both after midnight.
    ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00.000Z'],
    ['2026-10-05', 'Australia/Sydney', '2026-10-04T13:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // Midnight is skipped in Santiago.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s in %s begins at %s', (day, where, instant) => {
    expect(startOfDay(day, where).toISOString()).toBe(instant);
  });

  test('has 23 hours when the clocks go forward', () => {
    const [from, to] = ['2026-10-04', '2026-10-05'].map((day) => startOfDay(day, 'Australia/Sydney').getTime());
    expect((to! - from!) / (60 * MINUTE)).toBe(23);
  });

  test('differs between zones at one moment', () => {
    const instant = new Date('2026-11-14T14:00:00Z');
    expect(dayAt(instant, 'Australia/Sydney')).toBe('2026-11-15');
    expect(dayAt(instant, 'America/New_York')).toBe('2026-11-14');
  });
});

test('counts days and minutes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysBetween('2026-10-03', '2026-10-05')).toBe(2);
  expect(weekdayOf('2026-11-16')).toBe(0);
  expect(weekdayOf('2026-11-15')).toBe(6);
  expect([minutesOf('00:00'), minutesOf('18:30'), minutesOf('24:00')]).toEqual([0, 1110, 1440]);
  expect([0, 1110, 1440].map(timeOf)).toEqual(['00:00', '18:30', '24:00']);
});
