import { addDays } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentOf } from '#platform/db/zones.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { occurrenceStart } from '../series/series-days.policy.ts';
import { daysOf, firstDayOf, readRule, ruleText, storedRule } from '../series/series-rule.policy.ts';
import { readTime } from './session-times.policy.ts';

/**
 * Zones with half-hour shifts, changes at midnight, reversed changes, no changes, and a skipped day. PostgreSQL's data
 * converts and Node's checks, so both must agree about them.
 */
const zones = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/London',
  'America/Santiago',
  'Europe/Dublin',
  'Asia/Beirut',
  'Pacific/Apia',
  'America/St_Johns',
  'UTC',
];
const zone = fc.constantFrom(...zones);

/** An independent conversion to a zone's local time. */
const formats = new Map<string, Intl.DateTimeFormat>();
function shownBy(at: Date, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  return format.format(at).replace(' ', 'T');
}

test('names its field when it is invalid', () => {
  expect(() => readTime('2027-02-31T18:00', 'UTC', 'end_time')).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      options: expect.objectContaining({ details: { end_time: ['Not a valid time'] } }),
    }),
  );
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
