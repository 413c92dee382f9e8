import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { occurrenceStart } from '../series/series.make.ts';
import { addDays, daysOf, firstDayOf, readRule, ruleText, storedRule } from '../series/series.rule.ts';
import { momentOf, readTime, wallTimeOf } from './session-times.ts';

/** Zones with half-hour shifts, changes at midnight, reversed changes, no changes, and a skipped day. */
const zones = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
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
const minuteMs = 60_000;
/** Whole minutes from 2024 to 2037. */
const moment = fc
  .integer({ min: Date.UTC(2024, 0, 1) / minuteMs, max: Date.UTC(2037, 0, 1) / minuteMs })
  .map((minutes) => new Date(minutes * minuteMs));
const wall = fc
  .integer({ min: Date.UTC(2024, 0, 1) / minuteMs, max: Date.UTC(2037, 0, 1) / minuteMs })
  .map((minutes) => new Date(minutes * minuteMs).toISOString().slice(0, 16));

/** An independent conversion to a zone's local time. */
const formats = new Map<string, Intl.DateTimeFormat>();
function shownBy(at: Date, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  return format.format(at).replace(' ', 'T');
}

describe('a local time', () => {
  test('resolves to the first instant the clocks show it, or to none', () => {
    fc.assert(
      fc.property(wall, zone, (time, where) => {
        const at = momentOf(time, where);
        const around = (shift: number) =>
          shownBy(new Date(Date.parse(`${time}Z`) + shift * minuteMs), where).slice(0, 16) === time;
        if (at) {
          expect(shownBy(at, where).slice(0, 16)).toBe(time);
          for (const earlier of [30, 60, 120])
            expect(shownBy(new Date(at.getTime() - earlier * minuteMs), where).slice(0, 16)).not.toBe(time);
        } else {
          // No possible offset gives this local time.
          for (let shift = -14 * 60; shift <= 14 * 60; shift += 15) expect(around(shift)).toBe(false);
        }
      }),
      runs(60),
    );
  });

  test('of an instant resolves back to it, or to the first of two ambiguous ones', () => {
    fc.assert(
      fc.property(moment, zone, (at, where) => {
        const shown = wallTimeOf(at, where);
        expect(shown).toBe(shownBy(at, where));
        const back = momentOf(shown, where);
        expect(back).not.toBeNull();
        expect(at.getTime() - back!.getTime()).toBeGreaterThanOrEqual(0);
        expect(at.getTime() - back!.getTime()).toBeLessThanOrEqual(2 * 60 * minuteMs);
      }),
      runs(60),
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
  ])('in %s at %s', (where, time, first, later) => {
    expect(momentOf(time, where)?.toISOString() ?? null).toBe(first);
    expect(wallTimeOf(momentOf(time, where, 'later'), where)).toBe(later);
  });

  test('names its field when it is invalid', () => {
    expect(() => readTime('2027-02-31T18:00', 'UTC', 'end_time')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        options: expect.objectContaining({ details: { end_time: ['Not a valid time'] } }),
      }),
    );
  });
});

describe('a repeating session', () => {
  const day = fc
    .integer({ min: Date.UTC(2024, 0, 1) / 86_400_000, max: Date.UTC(2034, 0, 1) / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const clock = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minutes) => {
    const two = (number: number) => String(number).padStart(2, '0');
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  });
  const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const rule = fc.oneof(
    fc.record({ freq: fc.constant('DAILY'), interval: fc.integer({ min: 1, max: 5 }), by: fc.constant('') }),
    fc.record({
      freq: fc.constant('WEEKLY'),
      interval: fc.integer({ min: 1, max: 4 }),
      by: fc
        .uniqueArray(fc.constantFrom(...weekdays), { maxLength: 4 })
        .map((days) => (days.length > 0 ? `;BYDAY=${days.join(',')}` : '')),
    }),
    fc.record({
      freq: fc.constant('MONTHLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom('', ';BYDAY=1MO', ';BYDAY=-1FR', ';BYMONTHDAY=15,-1'),
    }),
  );

  test('keeps its local time all year in every zone, and moves past a skipped one', () => {
    fc.assert(
      fc.property(day, clock, zone, rule, (first, time, timezone, { freq, interval, by }) => {
        const starts_local = `${first}T${time}:00`;
        const read = readRule(
          `FREQ=${freq};INTERVAL=${interval}${by}`,
          momentOf(starts_local, timezone, 'later'),
          timezone,
        );
        const begins = firstDayOf(read, first);
        for (const on of daysOf(read, begins, { from: begins, to: addDays(begins, 400) })) {
          const at = occurrenceStart({ starts_local, timezone }, on);
          const exact = momentOf(`${on}T${time}`, timezone);
          if (exact) expect(shownBy(at, timezone)).toBe(`${on}T${time}:00`);
          else expect(shownBy(at, timezone) > `${on}T${time}:00`).toBe(true);
        }
      }),
      runs(12),
    );
  });

  test('gives the days of its rule, the same from any starting point and after storage', () => {
    fc.assert(
      fc.property(day, rule, fc.integer({ min: 0, max: 200 }), (chosen, { freq, interval, by }, later) => {
        const read = readRule(`FREQ=${freq};INTERVAL=${interval}${by}`, new Date(`${chosen}T10:00:00Z`), 'UTC');
        expect(storedRule(ruleText(read))).toEqual(read);
        const first = firstDayOf(read, chosen);
        const days = daysOf(read, first, { from: first, to: addDays(first, 300) });
        expect(days[0]).toBe(first);
        expect(days).toEqual(days.toSorted());
        const from = addDays(first, later);
        expect(daysOf(read, first, { from, to: addDays(first, 300) })).toEqual(days.filter((one) => one >= from));
        const named = (one: string) => weekdays[(new Date(one).getUTCDay() + 6) % 7];
        if (freq === 'WEEKLY' && by) for (const one of days) expect(by).toContain(named(one));
        expect(daysOf({ ...read, count: 5 }, first, { from: first, to: addDays(first, 2000) })).toHaveLength(5);
      }),
      runs(12),
    );
  });
});
