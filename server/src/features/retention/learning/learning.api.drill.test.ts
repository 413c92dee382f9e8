import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';
import type { Weights } from '../model/risk.policy.ts';
import { riskWeights } from '../model/risk-weights.generated.ts';
import { refreshNight } from '../retention.jobs.ts';

const app = useTestApp();
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

async function listed() {
  const { status, body } = await (await app().as(app().cast.olga)).listMembersAtRisk();
  expect(status).toBe(200);
  return body;
}

async function compute() {
  const { connection, databaseUrl, log, cast, db } = app();
  await db.deleteFrom('member_risk_runs').execute();
  const organizationId = cast.organizations.ironHarbour;
  await refreshNight({ inside: connection.inside, databaseUrl, log }, { organizationId, now: new Date() });
}

beforeEach(async () => {
  const { db } = app();
  for (const table of [
    ...(['sessions', 'session_series', 'member_risks', 'member_risk_runs'] as const),
    ...(['member_risk_models', 'member_risk_names'] as const),
  ])
    await db.deleteFrom(table).execute();
  await db.deleteFrom('users').where('email', 'like', '%@radar.example').execute();
});

/** Members who come every few days; some of them stop one day. */
async function addYear({ members, leavers }: { members: number; leavers: number }) {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const ids = Array.from({ length: members }, () => newId());
  await db
    .insertInto('users')
    .values(
      ids.map((id) => ({
        ...{ id, organization_id, email: `${id}@radar.example`, first_name: 'Member', role: 'regular_user' },
        created_at: ago(420),
      })),
    )
    .execute();
  const days = Array.from({ length: 100 }, (_, index) => 400 - 4 * index);
  const groups = Array.from({ length: Math.ceil(members / 10) }, (_, group) => group);
  const sessions = days.flatMap((day) => groups.map((group) => ({ id: newId(), day, group })));
  await db
    .insertInto('sessions')
    .values(
      sessions.map(({ id, day }) => ({
        ...{ organization_id, id, gym_id: cast.gyms.barangaroo, creator_id: ids[0]!, workout_type: 'strength' },
        ...{ title: 'Leg day', starts_at: ago(day), ends_at: ago(day - 0.04) },
      })),
    )
    .execute();
  const spots = sessions.flatMap(({ id: session_id, day, group }) =>
    ids.slice(group * 10, group * 10 + 10).flatMap((user_id, place) => {
      const who = group * 10 + place;
      const stopsAt = who < leavers ? 330 - (who * 280) / leavers : -1;
      // Fewer visits in the last weeks before they stop.
      const every = 1 + (who % 2) + (day < stopsAt + 24 ? 1 : 0);
      const comes = day > stopsAt && (day / 4 + who) % every === 0;
      return comes ? [{ organization_id, session_id, user_id, joined_at: ago(day + 1) }] : [];
    }),
  );
  for (let from = 0; from < spots.length; from += 5000)
    await db
      .insertInto('session_participants')
      .values(spots.slice(from, from + 5000))
      .execute();
  // As PostgreSQL does by itself after a while.
  await sql`analyze sessions, session_participants, users`.execute(db);
}

test('learns from the history of the gym, and says from what', { timeout: 60_000 }, async () => {
  const { db } = app();
  await addYear({ members: 140, leavers: 90 });
  await compute();
  const { model, results } = await listed();
  expect(model).toMatchObject({ is_own: true, lacks: null, weeks: expect.any(Number) });
  expect(model.weeks).toBeGreaterThan(40);
  expect(model.leavers).toBeGreaterThanOrEqual(75);
  expect(results.length).toBeGreaterThan(0);
  for (const { probability } of results) expect(probability).toBeGreaterThan(0.2);
  const [stored] = await db.selectFrom('member_risk_models').select(['weights', 'least_slipping', 'made_at']).execute();
  expect(stored!.least_slipping).toBeGreaterThanOrEqual(0.15);
  expect(stored!.least_slipping).toBeLessThanOrEqual(0.36);
  expect((stored!.weights as Weights).features.trend.weight).not.toBe(riskWeights.features.trend.weight);
  // The history is looked at once a week.
  await compute();
  const [again] = await db.selectFrom('member_risk_models').select(['weights', 'least_slipping', 'made_at']).execute();
  expect(again).toEqual(stored);
});

test('refuses a history in which nobody left', { timeout: 60_000 }, async () => {
  await addYear({ members: 6, leavers: 0 });
  await compute();
  expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'any_leavers', members: 6, leavers: 0 });
});

test('refuses a history in which everyone left', { timeout: 60_000 }, async () => {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  // Before each look at the past a dozen members come four times, and never again.
  const looks = Array.from({ length: 8 }, (_, index) => 30 + 29 * index);
  const people = looks.flatMap((day) => Array.from({ length: 12 }, () => ({ id: newId(), day })));
  await db
    .insertInto('users')
    .values(
      people.map(({ id }) => ({
        ...{ id, organization_id, email: `${id}@radar.example`, first_name: 'Member', role: 'regular_user' },
        created_at: ago(420),
      })),
    )
    .execute();
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.olga, starts_at: ago(400) });
  for (const { id, day } of people)
    for (const before of [1, 3, 5, 7])
      await addSession(db, { gym: cast.gyms.barangaroo, host: { ...cast.ana, id }, starts_at: ago(day + before) });
  await compute();
  expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'stayers', members: 96, leavers: 96 });
});

test('refuses a history of repeating sessions in which hardly anyone checks in', { timeout: 60_000 }, async () => {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const series_id = newId();
  await db
    .insertInto('session_series')
    .values({
      ...{ organization_id, id: series_id, gym_id: cast.gyms.barangaroo, creator_id: cast.cleo.id },
      ...{ rrule: 'FREQ=DAILY', timezone: 'UTC', starts_local: '2026-01-05T07:00', workout_type: 'strength' },
      ...{ title: 'Leg day', duration_minutes: 60, made_until: '2026-12-31' },
    })
    .execute();
  const together = { gym: cast.gyms.barangaroo, host: cast.cleo, with: [cast.ana, cast.ben], series_id };
  for (let days = 3; days < 330; days += 7)
    await addSession(db, {
      ...{ ...together, starts_at: ago(days), occurrence_on: ago(days).toISOString().slice(0, 10) },
    });
  await compute();
  expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'check_ins' });
  await db.updateTable('session_participants').set({ attended: true }).execute();
  await db.deleteFrom('member_risk_models').execute();
  await compute();
  expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'any_leavers' });
});
