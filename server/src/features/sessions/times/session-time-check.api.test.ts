import { addDays, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

const here = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const on = (days: number, time: string) => `${dayFromNow(days)}T${time}`;
const check = async (start_time: string, more: { duration_minutes?: number; exclude?: string; gym_id?: string } = {}) =>
  (await app().as(app().cast.ana)).checkSessionTime({ query: { gym_id: here().gymId, start_time, ...more } });

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
  await openDaily(app().db, { ...here(), opens: '06:00', closes: '22:00' });
});
afterEach(() => vi.restoreAllMocks());

/** The first Sunday in October of next year. */
function clocksGoForward(): string {
  const first = `${new Date().getFullYear() + 1}-10-01`;
  return addDays(first, 6 - weekdayOf(first));
}

describe('checking a time', () => {
  const hours = [{ opens: '06:00', closes: '22:00' }];
  const fine = { exists: true, starts_in_past: false, open: true, hours, overlapping: [] };

  test.each([
    ['is fine', on(3, '18:00'), 60, fine],
    ['is past', on(-2, '18:00'), 60, { ...fine, starts_in_past: true }],
    ['is before opening', on(3, '05:00'), 60, { ...fine, open: false }],
    ['is too long for the day', on(3, '21:00'), 90, { ...fine, open: false }],
    ['is skipped by the clocks', `${clocksGoForward()}T02:30`, 60, { ...fine, open: false, exists: false }],
  ])('%s', async (_, start, duration_minutes, verdict) => {
    expect((await check(start, { duration_minutes })).body).toEqual(verdict);
  });

  test("returns the gym's opening hours that day", async () => {
    const { db } = app();
    const day = { first_day: dayFromNow(3), last_day: dayFromNow(3) };
    const row = { organization_id: here().organizationId, gym_id: here().gymId };
    await db
      .insertInto('schedule_overrides')
      .values({ ...row, id: newId(), ...day, closed: true })
      .execute();
    expect((await check(on(3, '18:00'))).body).toMatchObject({ open: false, hours: [] });
    await db.deleteFrom('schedule_overrides').execute();
  });

  test("shows the caller's sessions at that time, except the one being moved", async () => {
    const { cast, db } = app();
    const at = (minutes: number) => ({ starts_at: new Date(Date.UTC(2031, 0, 1, 2, minutes)) });
    const mine = await addSession(db, { gym: here().gymId, host: cast.ana, ...at(0) });
    const joined = await addSession(db, {
      gym: here().gymId,
      host: cast.ben,
      with: [cast.ana],
      title: 'Run',
      ...at(50),
    });
    await addSession(db, { gym: here().gymId, host: cast.ben, ...at(0) });
    await addSession(db, { gym: here().gymId, host: cast.ana, ...at(-60) });
    await addSession(db, { gym: here().gymId, host: cast.ana, ...at(90) });
    const ids = async (exclude?: string) =>
      (await check('2031-01-01T02:00:00Z', { duration_minutes: 90, ...(exclude && { exclude }) })).body.overlapping.map(
        ({ id }) => id,
      );
    expect(await ids()).toEqual([mine, joined]);
    expect(await ids(mine)).toEqual([joined]);
  });

  test('treats an inaccessible gym as unknown, and names an invalid time', async () => {
    for (const gym_id of [app().cast.gyms.fremantle, app().cast.gyms.shoreditch, newId()])
      expect((await check(on(3, '18:00'), { gym_id })).error.code).toBe('gym_not_found');
    for (const start of ['2027-02-30T10:00', 'soon'])
      expect((await check(start)).error).toMatchObject({
        code: 'validation_failed',
        details: { start_time: [expect.any(String)] },
      });
  });

  test('costs two statements, for any number of sessions', async () => {
    const { cast, db } = app();
    for (let made = 0; made < 5; made++) await addSession(db, { gym: here().gymId, host: cast.ana });
    const ana = await app().as(cast.ana);
    const query = { gym_id: here().gymId, start_time: on(1, '18:00') };
    await ana.checkSessionTime({ query });
    const asked = await statementsOf(async () => expect((await ana.checkSessionTime({ query })).status).toBe(200));
    // Beside what opens and ends the transaction of a statement on its own.
    expect(asked.filter((statement) => typeof statement !== 'string')).toHaveLength(2);
  });
});
