import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallTimeOf } from '#platform/db/zones.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { nextOffer } from './offers.policy.ts';

const offer = (now: string, startsAt: string, zone: string) => {
  const { at, until } = nextOffer({ now: new Date(now), startsAt: new Date(startsAt), zone });
  return [wallTimeOf(at, zone).slice(0, 16), (until.getTime() - at.getTime()) / 60_000];
};

test('an offer holds its spot for less time near the start, and never beyond it', () => {
  const noon = '2026-11-10T12:00:00Z';
  const lasts = (startsAt: string) => offer(noon, startsAt, 'UTC')[1];
  expect(lasts('2026-11-20T12:00:00Z')).toBe(24 * 60);
  expect(lasts('2026-11-12T12:00:01Z')).toBe(24 * 60);
  expect(lasts('2026-11-12T12:00:00Z')).toBe(120);
  expect(lasts('2026-11-10T18:00:01Z')).toBe(120);
  expect(lasts('2026-11-10T18:00:00Z')).toBe(30);
  expect(lasts('2026-11-10T12:31:00Z')).toBe(30);
  expect(lasts('2026-11-10T12:10:00Z')).toBe(10);
});

test('makes no offers between 21:00 and 08:00 gym time, unless the session is that same night', () => {
  const days = '2026-11-20T12:00:00Z';
  expect(offer('2026-11-10T20:59:59Z', days, 'UTC')[0]).toBe('2026-11-10T20:59');
  expect(offer('2026-11-10T21:00:00Z', days, 'UTC')[0]).toBe('2026-11-11T08:00');
  expect(offer('2026-11-11T03:00:00Z', days, 'UTC')[0]).toBe('2026-11-11T08:00');
  expect(offer('2026-11-11T08:00:00Z', days, 'UTC')[0]).toBe('2026-11-11T08:00');
  // Half past five is in the same night; a session after eight can wait until eight.
  expect(offer('2026-11-10T23:00:00Z', '2026-11-11T05:30:00Z', 'UTC')).toEqual(['2026-11-10T23:00', 120]);
  expect(offer('2026-11-11T04:00:00Z', '2026-11-11T05:30:00Z', 'UTC')).toEqual(['2026-11-11T04:00', 30]);
  expect(offer('2026-11-10T23:00:00Z', '2026-11-11T08:00:00Z', 'UTC')).toEqual(['2026-11-10T23:00', 120]);
  expect(offer('2026-11-10T23:00:00Z', '2026-11-11T08:20:00Z', 'UTC')).toEqual(['2026-11-11T08:00', 20]);
  // The following night is a different one.
  expect(offer('2026-11-10T23:00:00Z', '2026-11-11T23:00:00Z', 'UTC')).toEqual(['2026-11-11T08:00', 120]);
});

test('the same instant can be night at one gym and day at another', () => {
  const now = '2026-11-10T21:30:00Z';
  const later = '2026-11-20T12:00:00Z';
  expect(offer(now, later, 'Australia/Sydney')[0]).toBe('2026-11-11T08:30');
  expect(offer(now, later, 'Australia/Perth')[0]).toBe('2026-11-11T08:00');
  expect(offer(now, later, 'Asia/Kolkata')[0]).toBe('2026-11-11T08:00');
  expect(offer(now, later, 'America/St_Johns')[0]).toBe('2026-11-10T18:00');
});

test('quiet hours end at 08:00 even after a clock change', () => {
  const later = '2027-06-01T12:00:00Z';
  const hours = (now: string, zone: string) =>
    (nextOffer({ now: new Date(now), startsAt: new Date(later), zone }).at.getTime() - Date.parse(now)) / 3_600_000;
  // London, 22:00 the evening before: nine hours when clocks go forward, usually ten, eleven when they go back.
  expect(hours('2027-03-27T22:00:00Z', 'Europe/London')).toBe(9);
  expect(hours('2027-03-26T22:00:00Z', 'Europe/London')).toBe(10);
  expect(hours('2026-10-24T21:00:00Z', 'Europe/London')).toBe(11);
  // Lord Howe Island moves by half an hour.
  expect(hours('2026-10-03T11:30:00Z', 'Australia/Lord_Howe')).toBe(9.5);
});

test("offers in every zone come by day or in the session's own night, and end by the start", () => {
  const zone = fc.constantFrom(
    'Australia/Sydney',
    'Europe/London',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Apia',
  );
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) });
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 1, max: 7 * 24 * 60 }), (zone, start, minutes) => {
      const now = new Date(start);
      const startsAt = new Date(start + minutes * 60_000);
      const { at, until } = nextOffer({ now, startsAt, zone });
      expect(at >= now && at < startsAt && until > at && until <= startsAt).toBe(true);
      const hour = Number(wallTimeOf(at, zone).slice(11, 13));
      const inTheNight = startsAt.getTime() - at.getTime() <= 11.5 * 3_600_000;
      expect((hour >= 8 && hour < 21) || (at.getTime() === now.getTime() && inTheNight)).toBe(true);
    }),
    runs(60),
  );
});
