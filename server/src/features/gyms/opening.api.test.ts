import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { areOpen } from './opening.repo.ts';

const app = useTestApp();

const place = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const row = () => ({ organization_id: place().organizationId, gym_id: place().gymId, id: newId() });
const open = async (startsAt: string, minutes: number, at = place()) =>
  (await areOpen(app().db, { ...at, starts: [startsAt], minutes }))[0];

/** 16 November 2026 is a Monday; Sydney is 11 hours ahead of UTC then. */
beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('operating_hours').execute();
  await db.deleteFrom('schedule_overrides').execute();
  await db
    .insertInto('operating_hours')
    .values([
      { ...row(), weekday: 0, opens: '06:00', closes: '12:00' },
      { ...row(), weekday: 0, opens: '12:00', closes: '24:00' },
      { ...row(), weekday: 1, opens: '00:00', closes: '10:00' },
      { ...row(), weekday: 6, opens: '01:00', closes: '05:00' },
    ])
    .execute();
});

describe('a gym is open', () => {
  test.each([
    ['from the minute it opens', '2026-11-16T06:00:00+11:00', 60, true],
    ['not a minute before', '2026-11-16T05:59:00+11:00', 60, false],
    ['across two spans that meet', '2026-11-16T11:30:00+11:00', 60, true],
    ['across midnight when both days say so', '2026-11-16T23:30:00+11:00', 60, true],
    ['not beyond the end', '2026-11-17T09:30:00+11:00', 60, false],
    ['not on a day without hours', '2026-11-18T09:30:00+11:00', 60, false],
    ['through the hour that is skipped in October', '2026-10-04T01:30:00+11:00', 60, false],
    ['for as long as the clock on the wall says, the clocks going forward', '2026-10-04T01:30:00+10:00', 150, true],
    ['and no longer', '2026-10-04T01:30:00+10:00', 151, false],
    ['an hour longer, the clocks going back', '2027-04-04T01:00:00+11:00', 300, true],
    ['and no longer then', '2027-04-04T01:00:00+11:00', 301, false],
  ])('%s', async (_, startsAt, minutes, expected) => {
    expect(await open(startsAt, minutes)).toBe(expected);
  });

  test('as the newest special hours of the day say', async () => {
    const { db } = app();
    const day = { first_day: '2026-11-16', last_day: '2026-11-16' };
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
    await db
      .insertInto('schedule_overrides')
      .values({ ...row(), ...day, closed: true, created_at: at(1) })
      .execute();
    expect(await open('2026-11-16T09:00:00+11:00', 60)).toBe(false);
    await db
      .insertInto('schedule_overrides')
      .values({ ...row(), ...day, opens: '09:00', closes: '10:00', created_at: at(2) })
      .execute();
    expect(await open('2026-11-16T09:00:00+11:00', 60)).toBe(true);
    expect(await open('2026-11-16T09:00:00+11:00', 61)).toBe(false);
  });

  test('past midnight on a special night, whatever the next day has', async () => {
    const { db } = app();
    const night = { ...row(), first_day: '2026-11-18', last_day: '2026-11-18', opens: '22:00', closes: '04:00' };
    await db.insertInto('schedule_overrides').values(night).execute();
    expect(await open('2026-11-18T22:00:00+11:00', 360)).toBe(true);
    expect(await open('2026-11-18T22:00:00+11:00', 361)).toBe(false);
    expect(await open('2026-11-18T01:00:00+11:00', 60)).toBe(false);
    const closed = { ...row(), first_day: '2026-11-19', last_day: '2026-11-19', closed: true };
    await db.insertInto('schedule_overrides').values(closed).execute();
    expect(await open('2026-11-18T22:00:00+11:00', 360)).toBe(true);
    const spans = { opens: '06:00', closes: '07:00', more_hours: '{[1380,1560)}' };
    await db.updateTable('schedule_overrides').set(spans).where('id', '=', night.id).execute();
    expect(await open('2026-11-18T23:00:00+11:00', 180)).toBe(true);
    expect(await open('2026-11-18T23:00:00+11:00', 181)).toBe(false);
    // Summer time begins in that night, and ends in the other one.
    for (const [day, minutes] of [
      ['2026-10-03', 300],
      ['2027-04-03', 420],
    ] as const) {
      const fresh = { ...row(), first_day: day, last_day: day, opens: '22:00', closes: '04:00' };
      await db.deleteFrom('operating_hours').execute();
      await db.insertInto('schedule_overrides').values(fresh).execute();
      const begins = day === '2026-10-03' ? `${day}T22:00:00+10:00` : `${day}T22:00:00+11:00`;
      expect(await open(begins, minutes)).toBe(true);
      expect(await open(begins, minutes + 1)).toBe(false);
    }
  });

  test('through a night that began before a day that differs, and not through the rest of one that did not', async () => {
    const { db } = app();
    await db.updateTable('operating_hours').set({ closes: '02:00' }).where('weekday', '=', 1).execute();
    const tuesday = { ...row(), first_day: '2026-11-17', last_day: '2026-11-17', closed: true };
    await db.insertInto('schedule_overrides').values(tuesday).execute();
    expect(await open('2026-11-16T23:00:00+11:00', 180)).toBe(true);
    const monday = { ...row(), first_day: '2026-11-16', last_day: '2026-11-16', closed: true };
    await db.insertInto('schedule_overrides').values(monday).execute();
    expect(await open('2026-11-17T00:30:00+11:00', 60)).toBe(false);
  });

  test('never, when the gym does not exist', async () => {
    expect(await open('2026-11-16T09:00:00+11:00', 60, { ...place(), gymId: newId() })).toBe(false);
  });
});

test('a gym opens at the first and closes at the second of an hour that occurs twice', async () => {
  const { db } = app();
  await db.deleteFrom('operating_hours').execute();
  const hours = { ...row(), weekday: 6, opens: '02:15', closes: '02:45' };
  await db.insertInto('operating_hours').values(hours).execute();
  expect(await open('2027-04-04T02:15:00+11:00', 90)).toBe(true);
  expect(await open('2027-04-04T02:14:00+11:00', 90)).toBe(false);
  expect(await open('2027-04-04T02:15:00+11:00', 91)).toBe(false);
  // October skips all of the first span, and half of this one.
  expect(await open('2026-10-04T03:15:00+11:00', 30)).toBe(true);
  await db.updateTable('operating_hours').set({ opens: '02:45', closes: '03:15' }).execute();
  expect(await open('2026-10-04T03:00:00+11:00', 15)).toBe(false);
});

/** Local time decides, minute by minute, on both sides of every clock change. */
test('opening hours follow local time in every zone', async () => {
  const { db, cast } = app();
  const edges = ['00:00', '05:00', '06:30', '12:00', '18:00', '22:00', '24:00'];
  const span = fc
    .uniqueArray(fc.constantFrom(...edges), { minLength: 2, maxLength: 2 })
    .map((pair) => pair.toSorted() as [string, string]);
  const week = fc.array(fc.option(span, { freq: 4 }), { minLength: 7, maxLength: 7 });
  const changes: [string, string][] = [
    ['Australia/Sydney', '2026-10-03T16:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
    ['Asia/Kathmandu', '2026-10-03T16:00:00Z'],
    ['America/New_York', '2027-03-14T07:00:00Z'],
    ['Europe/London', '2026-10-25T01:00:00Z'],
    ['America/Santiago', '2026-09-06T04:00:00Z'],
    ['Africa/Casablanca', '2025-02-23T02:00:00Z'],
    ['Asia/Beirut', '2026-10-24T21:00:00Z'],
  ];
  const stay = fc.record({ from: fc.integer({ min: -120, max: 120 }), minutes: fc.constantFrom(30, 60, 150, 480) });
  await fc.assert(
    fc.asyncProperty(
      week,
      fc.constantFrom(...changes),
      fc.array(stay, { minLength: 12, maxLength: 12 }),
      async (hours, [zone, change], stays) => {
        await db.updateTable('gyms').set({ timezone: zone }).where('id', '=', place().gymId).execute();
        await db.deleteFrom('operating_hours').execute();
        const rows = hours.flatMap((given, weekday) =>
          given ? [{ ...row(), weekday, opens: given[0], closes: given[1] }] : [],
        );
        if (rows.length > 0) await db.insertInto('operating_hours').values(rows).execute();
        const openAt = (moment: Temporal.Instant) => {
          const wall = moment.toZonedDateTimeISO(zone);
          const given = hours[wall.dayOfWeek - 1];
          const time = wall.toPlainTime().toString({ smallestUnit: 'minute' });
          return given ? given[0] <= time && time < given[1] : false;
        };
        for (const minutes of new Set(stays.map((one) => one.minutes))) {
          const starts = stays
            .filter((one) => one.minutes === minutes)
            .map(({ from }) => Temporal.Instant.from(change).add({ minutes: from * 15 }));
          const expected = starts.map((start) =>
            Array.from({ length: minutes / 15 }, (_, quarter) => start.add({ minutes: quarter * 15 })).every(openAt),
          );
          const given = starts.map((start) => new Date(start.epochMilliseconds));
          expect(await areOpen(db, { ...place(), minutes, starts: given })).toEqual(expected);
        }
      },
    ),
    runs(8),
  );
  await db.updateTable('gyms').set({ timezone: 'Australia/Sydney' }).where('id', '=', cast.gyms.barangaroo).execute();
});
