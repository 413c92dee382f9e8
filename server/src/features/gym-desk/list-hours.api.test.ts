import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { openDaily } from '#testing/hours.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('schedule_overrides').execute();
  const { barangaroo, fremantle, shoreditch } = cast.gyms;
  for (const gymId of [barangaroo, fremantle])
    await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId, opens: '06:00', closes: '22:00' });
  await openDaily(db, { organizationId: cast.organizations.nightShift, gymId: shoreditch });
});
afterEach(() => vi.restoreAllMocks());

const override = async (
  gym_id: string,
  first_day: string,
  last_day: string,
  hours: { opens: string; closes: string } | null,
) => {
  const id = newId();
  const organization_id = app().cast.organizations.ironHarbour;
  const row = { organization_id, id, gym_id, first_day, last_day, reason: 'Repairs' };
  await app()
    .db.insertInto('schedule_overrides')
    .values({ ...row, ...(hours ?? { closed: true }) })
    .execute();
  return id;
};

describe('opening hours', () => {
  test('are visible to members, for the gyms they can access', async () => {
    const { cast } = app();
    const { barangaroo, fremantle, shoreditch } = cast.gyms;
    const params = { id: cast.organizations.ironHarbour };
    const [ana, olga] = [await app().as(cast.ana), await app().as(cast.olga)];
    const { body } = await ana.listOperatingHours({ params });
    expect(body.results.map(({ gym_id, weekday }) => [gym_id, weekday])).toEqual(
      Array.from({ length: 7 }, (_, weekday) => [barangaroo, weekday]),
    );
    expect(body.results[0]).toMatchObject({ opens: '06:00', closes: '22:00' });
    expect((await olga.listOperatingHours({ params })).body.results).toHaveLength(14);
    const one = await olga.listOperatingHours({ params, query: { gym_ids: fremantle } });
    expect(new Set(one.body.results.map(({ gym_id }) => gym_id))).toEqual(new Set([fremantle]));
    for (const gym_ids of [fremantle, shoreditch, newId()])
      expect((await ana.listOperatingHours({ params, query: { gym_ids } })).error.code).toBe('gym_not_found');
    for (const id of [cast.organizations.nightShift, newId()])
      expect((await ana.listOperatingHours({ params: { id } })).error.code).toBe('organization_not_found');
  });

  test('include days that differ, and can be filtered by date', async () => {
    const { cast } = app();
    const { barangaroo, fremantle } = cast.gyms;
    const params = { id: cast.organizations.ironHarbour };
    const shorter = await override(barangaroo, '2031-05-01', '2031-05-03', { opens: '10:00', closes: '14:00' });
    const closed = await override(barangaroo, '2031-06-01', '2031-06-01', null);
    await override(fremantle, '2031-06-01', '2031-06-01', null);
    const ana = await app().as(cast.ana);
    const ids = async (query: { from?: string; to?: string }) =>
      (await ana.listScheduleOverrides({ params, query })).body.results.map(({ id }) => id);
    expect(await ids({})).toEqual([shorter, closed]);
    expect(await ids({ from: '2031-05-03' })).toEqual([shorter, closed]);
    expect(await ids({ from: '2031-05-04' })).toEqual([closed]);
    expect(await ids({ to: '2031-05-31' })).toEqual([shorter]);
    expect(await ids({ from: '2031-05-04', to: '2031-05-31' })).toEqual([]);
    expect((await ana.listScheduleOverrides({ params })).body.results[0]).toEqual({
      id: shorter,
      gym_id: barangaroo,
      from: '2031-05-01',
      to: '2031-05-03',
      reason: 'Repairs',
      closed: false,
      opens: '10:00',
      more_hours: [],
      closes: '14:00',
      created_at: expect.stringMatching(/Z$/),
      version: expect.any(String),
    });
    const refused = await ana.listScheduleOverrides({ params, query: { gym_ids: fremantle } });
    expect(refused.error.code).toBe('gym_not_found');
  });

  test('cost one statement each', async () => {
    const { cast } = app();
    const params = { id: cast.organizations.ironHarbour };
    const olga = await app().as(cast.olga);
    await olga.listOperatingHours({ params });
    for (const call of [olga.listOperatingHours, olga.listScheduleOverrides, olga.listSessionTypes]) {
      const asked = await statementsOf(async () => expect((await call({ params })).status).toBe(200));
      expect(asked).toHaveLength(1);
    }
  });
});

test('session types belong to the organization, in its order', async () => {
  const { cast, db } = app();
  const types = [
    {
      organization_id: cast.organizations.ironHarbour,
      id: newId(),
      name: 'Olympic lifting',
      kind: 'strength',
      position: 2,
    },
    { organization_id: cast.organizations.ironHarbour, id: newId(), name: 'Spin', kind: 'cardio', position: 1 },
    { organization_id: cast.organizations.nightShift, id: newId(), name: 'Theirs', kind: 'cardio', position: 0 },
  ];
  await db.insertInto('session_types').values(types).execute();
  const ana = await app().as(cast.ana);
  const { body } = await ana.listSessionTypes({ params: { id: cast.organizations.ironHarbour } });
  expect(body.results).toEqual([
    { id: types[1]!.id, name: 'Spin', kind: 'cardio', default_duration_minutes: 60, is_active: true, position: 1 },
    {
      id: types[0]!.id,
      name: 'Olympic lifting',
      kind: 'strength',
      default_duration_minutes: 60,
      is_active: true,
      position: 2,
    },
  ]);
  for (const id of [cast.organizations.nightShift, newId()])
    expect((await ana.listSessionTypes({ params: { id } })).error.code).toBe('organization_not_found');
});
