import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { isOpen } from './opening.ts';

const app = useTestApp();

const place = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const row = () => ({ organization_id: place().organizationId, gym_id: place().gymId, id: newId() });
const open = (startsAt: string, minutes: number) => isOpen(app().db, { ...place(), startsAt, minutes });

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

  test('as the newest schedule change of the day says', async () => {
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

  test('never, where there is no such gym', async () => {
    const stay = { startsAt: '2026-11-16T09:00:00+11:00', minutes: 60 };
    expect(await isOpen(app().db, { ...place(), gymId: newId(), ...stay })).toBe(false);
  });
});
