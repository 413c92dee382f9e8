import { addDays } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { readAll, recount, types } from '#testing/worlds/analytics-recount.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { refreshAnalytics } from './rollup.service.ts';

const app = useTestApp();

// With clocks that change at midnight, by half an hour, or never.
const zones = ['Australia/Sydney', 'Europe/London', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

/** Around the days on which clocks change in these zones, in both directions. */
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-29', '2026-04-05', '2026-09-06', '2026-10-04', '2026-10-25'),
    fc.integer({ min: -4 * 24 * 4, max: 4 * 24 * 4 }),
  )
  .map(([day, quarters]) => new Date(Date.parse(`${day}T00:00:00Z`) + quarters * 900_000));
const pick = fc.nat(1_000);

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      gym: pick,
      host: pick,
      at: moment,
      type: pick,
      spots: pick,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('join' as const), session: pick, user: pick, guests: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), session: pick, user: pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attend' as const), session: pick, user: pick, came: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), session: pick, gym: pick, at: moment }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), session: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), session: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), session: pick, type: pick, spots: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give access' as const), user: pick, gym: pick, at: moment }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take access' as const), user: pick, gym: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete user' as const), user: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change zone' as const), gym: pick, zone: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete gym' as const), gym: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

type World = { organizationId: string; gyms: string[]; users: string[]; sessions: string[] };
const one = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

async function found(db: Db, gymZones: readonly string[]) {
  const organization_id = newId();
  await db.insertInto('organizations').values({ id: organization_id, name: 'Random' }).execute();
  const gyms = gymZones.map(() => newId());
  await db
    .insertInto('gyms')
    .values(
      gyms.map((id, index) => ({
        ...{ organization_id, id, name: `Gym ${index}`, timezone: gymZones[index]! },
        // Before every period: a location is left out of those before it opened.
        created_at: '2020-01-01T00:00:00Z',
      })),
    )
    .execute();
  const people = Array.from({ length: 9 }, () => newId());
  const roles = ['org_admin', 'gym_admin'];
  await db
    .insertInto('users')
    .values(
      people.map((id, index) => ({
        id,
        organization_id,
        email: `${id}@random.example`,
        first_name: `Person ${index}`,
        role: roles[index] ?? 'regular_user',
      })),
    )
    .execute();
  // The first members are at the end of one bit string, the others at the start of the next.
  await db
    .insertInto('analytics_refreshes')
    .values({ organization_id, next_number: 8192 - 5 })
    .execute();
  const [owner = '', manager = '', ...users] = people;
  const managed = gyms.slice(0, 2);
  await db
    .insertInto('user_gyms')
    .values(managed.map((gym_id) => ({ organization_id, user_id: manager, gym_id, manages: true })))
    .execute();
  const as = (id: string) => app().as({ name: 'olga', id, email: '', organizationId: organization_id });
  return {
    world: { organizationId: organization_id, gyms, users, sessions: [] } as World,
    managed,
    owner: await as(owner),
    manager: await as(manager),
  };
}

async function perform(db: Db, world: World, step: Action): Promise<void> {
  const { organizationId: organization_id, gyms, users, sessions } = world;
  const session = () => ({ organization_id, session_id: one(sessions, 'session' in step ? step.session : 0) });
  const where = { organization_id };
  if ('session' in step && sessions.length === 0) return;
  if (users.length === 0) return;
  switch (step.do) {
    case 'plan': {
      const id = newId();
      const ends_at = new Date(step.at.getTime() + 3_600_000);
      await db
        .insertInto('sessions')
        .values({
          ...where,
          id,
          gym_id: one(gyms, step.gym),
          creator_id: one(users, step.host),
          workout_type: one(types, step.type),
          title: 'Random',
          starts_at: step.at,
          ends_at,
          max_participants: 3 + (step.spots % 5),
          guests_per_member: 2,
        })
        .execute();
      sessions.push(id);
      return;
    }
    case 'join':
      await db
        .insertInto('session_participants')
        .values({ ...session(), user_id: one(users, step.user), guest_names: Array(step.guests % 3).fill('Guest') })
        .execute();
      return;
    case 'leave':
      await db
        .deleteFrom('session_participants')
        .where(({ and }) => and({ ...session(), user_id: one(users, step.user) }))
        .execute();
      return;
    case 'attend':
      await db
        .updateTable('session_participants')
        .set({ attended: one([true, true, false, null], step.came) })
        .where(({ and }) => and({ ...session(), user_id: one(users, step.user) }))
        .execute();
      return;
    case 'move':
      await db
        .updateTable('sessions')
        .set({ gym_id: one(gyms, step.gym), starts_at: step.at, ends_at: new Date(step.at.getTime() + 3_600_000) })
        .where('id', '=', one(sessions, step.session))
        .execute();
      return;
    case 'cancel':
      await db
        .updateTable('sessions')
        .set({ status: 'cancelled', cancelled_at: new Date() })
        .where('id', '=', one(sessions, step.session))
        .execute();
      return;
    case 'remove':
      await db.deleteFrom('sessions').where('id', '=', one(sessions, step.session)).execute();
      return;
    case 'change':
      await db
        .updateTable('sessions')
        .set({ workout_type: one(types, step.type), max_participants: 3 + (step.spots % 9) })
        .where('id', '=', one(sessions, step.session))
        .execute();
      return;
    case 'give access':
      await db
        .insertInto('user_gyms')
        .values({ ...where, user_id: one(users, step.user), gym_id: one(gyms, step.gym), created_at: step.at })
        .execute();
      return;
    case 'take access':
      await db
        .deleteFrom('user_gyms')
        .where(({ and }) => and({ ...where, user_id: one(users, step.user), gym_id: one(gyms, step.gym) }))
        .execute();
      return;
    case 'delete user':
      await db.deleteFrom('users').where('id', '=', one(users, step.user)).execute();
      users.splice(step.user % users.length, 1);
      return;
    case 'change zone':
      await db
        .updateTable('gyms')
        .set({ timezone: one(zones, step.zone) })
        .where('id', '=', one(gyms, step.gym))
        .execute();
      return;
    case 'delete gym': {
      if (gyms.length === 1) return;
      const [gym = ''] = gyms.splice(step.gym % gyms.length, 1);
      const { rows } = await sql<{ id: string }>`select id from sessions where gym_id = ${gym}`.execute(db);
      for (const { id } of rows) sessions.splice(sessions.indexOf(id), 1);
      await db.deleteFrom('gyms').where('id', '=', gym).execute();
      return;
    }
    case 'refresh':
      await refresh(world);
  }
}

async function refresh({ organizationId }: World) {
  const db = app().connection.inside({ organizationId });
  while ((await db.transaction().execute((tx) => refreshAnalytics(tx, organizationId))) > 0);
}

/** What the database refuses (no spot left, already in) is no part of the history. */
async function attempt(db: Db, world: World, step: Action) {
  await perform(db, world, step).catch((error: { code?: string }) => {
    if (!error.code?.startsWith('23')) throw error;
  });
}

const bare = (figures: object) =>
  Object.fromEntries(Object.entries(figures).map(([name, { explanation: _, ...figure }]) => [name, figure as unknown]));

test('every figure equals a recount of the rows, after any history', async () => {
  const { db } = app();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
      fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
      fc.tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 100 })),
      async (gymZones, steps, [start, length]) => {
        const { world, managed, owner, manager } = await found(db, gymZones);
        for (const step of steps) await attempt(db, world, step);
        await refresh(world);
        await refresh(world);

        const from = addDays('2026-03-10', start);
        const period = { from, to: addDays(from, length) };
        const rows = await readAll(db, world.organizationId);
        const readers = [
          { reader: owner, gymIds: world.gyms, query: period },
          { reader: owner, gymIds: [world.gyms[0]!], query: { ...period, gym_id: world.gyms[0]! } },
          { reader: manager, gymIds: managed.filter((id) => world.gyms.includes(id)), query: period },
        ];
        for (const { reader, gymIds, query } of readers) {
          const expected = recount(rows, gymIds, period);
          const whole = {
            figures: expected.figures(),
            trend: expected.trend,
            previous_trend: recount(rows, gymIds, expected.before).trend,
            popular_times: expected.hours,
            workout_types: expected.types,
          };
          const dashboard = (await reader.getOrganizationDashboard({ query })).body;
          expect({ ...dashboard, figures: bare(dashboard.figures) }).toMatchObject(whole);
          expect(dashboard.gyms.map(({ gym, figures }) => [gym.id, bare(figures)])).toEqual(
            gymIds.map((id) => [id, expected.figures([id])]),
          );
          const admin = (await reader.getDashboard({ query })).body;
          expect({ ...admin, figures: bare(admin.figures) }).toMatchObject(whole);
          const gym = (await reader.getGymDashboard({ query })).body;
          expect(bare(gym.figures)).toEqual(expected.figures(gymIds.slice(0, 1)));
          expect(bare((await reader.getAnalyticsSummary({ query })).body.figures)).toEqual(whole.figures);
          expect((await reader.getTrends({ query })).body.results).toEqual(whole.trend);
          expect((await reader.getPopularTimes({ query })).body.results).toEqual(whole.popular_times);
          expect((await reader.getWorkoutTypeBreakdown({ query })).body.results).toEqual(whole.workout_types);
          expect((await reader.getRetention({ query })).body.cohorts).toEqual(expected.cohorts);
          expect((await reader.getMonthlyRetention({ query })).body.cohorts).toEqual(expected.monthly);
        }
      },
    ),
    { ...runs(3), endOnFailure: true },
  );
}, 600_000);
