import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { clockChangeOn, instantsOf, lengthText, wallAt, wallText } from './wall.ts';

const SYDNEY = 'Australia/Sydney';

test('converts between wall times and moments in every zone', () => {
  const zones = [SYDNEY, 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/New_York', 'Europe/London', 'UTC'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 }),
      (zone, minutes) => {
        const instant = minutes * 60_000;
        expect(instantsOf(wallAt(instant, zone), zone)).toContain(instant);
      },
    ),
    runs(100),
  );
});

describe('when clocks change', () => {
  test('forward: one hour does not exist', () => {
    expect(clockChangeOn('2026-10-04', SYDNEY)).toEqual({ kind: 'forward', from: 120, to: 180 });
    expect(instantsOf({ day: '2026-10-04', minute: 150 }, SYDNEY)).toEqual([]);
    expect(instantsOf({ day: '2026-10-04', minute: 180 }, SYDNEY)).toEqual([Date.parse('2026-10-03T16:00:00Z')]);
  });

  test('back: one hour happens twice', () => {
    expect(clockChangeOn('2026-04-05', SYDNEY)).toEqual({ kind: 'back', from: 120, to: 180 });
    expect(instantsOf({ day: '2026-04-05', minute: 150 }, SYDNEY)).toEqual([
      Date.parse('2026-04-04T15:30:00Z'),
      Date.parse('2026-04-04T16:30:00Z'),
    ]);
  });

  test('shift by half an hour on Lord Howe Island', () => {
    expect(clockChangeOn('2026-10-04', 'Australia/Lord_Howe')).toEqual({ kind: 'forward', from: 120, to: 150 });
  });

  test('do not change on other days', () => {
    for (const day of ['2026-10-03', '2026-10-05', '2026-11-16']) expect(clockChangeOn(day, SYDNEY)).toBeNull();
  });
});

test('writes lengths in words', () => {
  expect(wallText({ day: '2026-11-16', minute: 1085 })).toBe('2026-11-16T18:05');
  expect([45, 60, 90].map(lengthText)).toEqual(['45 min', '1 h', '1 h 30 min']);
});
