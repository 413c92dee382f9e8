import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/things.ts';
import type { Weights } from './model/risk.policy.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { refreshIn } from './retention.jobs.ts';

const app = useTestApp();
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);
const listed = async (query: object = {}) => {
  const { status, body } = await (await app().as(app().cast.olga)).listMembersAtRisk({ query });
  expect(status).toBe(200);
  return body;
};

async function compute(now = new Date()) {
  const { connection, cast, db } = app();
  const organizationId = cast.organizations.ironHarbour;
  await db.deleteFrom('member_risk_runs').execute();
  await inTransaction(connection.inside({ organizationId }), (tx) => refreshIn(tx, { organizationId, now }));
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

async function addSeries(host: CastMember, members: CastMember[]) {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const id = newId();
  await db
    .insertInto('session_series')
    .values({
      ...{ organization_id, id, gym_id: cast.gyms.barangaroo, creator_id: host.id, rrule: 'FREQ=DAILY' },
      ...{ timezone: 'UTC', starts_local: '2026-01-05T07:00', workout_type: 'strength', title: 'Leg day' },
      ...{ duration_minutes: 60, made_until: '2026-12-31' },
    })
    .execute();
  for (const member of [host, ...members])
    await db
      .insertInto('session_series_members')
      .values({ organization_id, series_id: id, user_id: member.id })
      .execute();
  return id;
}

describe('members who stay in a series', () => {
  /** Ana and Ben are in every occurrence; only Ana is checked in. Both trained on their own until 15 days ago. */
  beforeEach(async () => {
    const { db, cast } = app();
    const gym = cast.gyms.barangaroo;
    const series_id = await addSeries(cast.cleo, [cast.ana, cast.ben]);
    for (let days = -10; days < 14; days += 2)
      await addSession(db, {
        ...{ gym, host: cast.cleo, with: [cast.ana, cast.ben], starts_at: ago(days), series_id },
        occurrence_on: ago(days).toISOString().slice(0, 10),
      });
    for (let days = 15; days < 80; days += 3)
      await addSession(db, { gym, host: cast.ana, with: [cast.ben], starts_at: ago(days) });
    const past = db.selectFrom('sessions').select('id').where('starts_at', '<', new Date());
    await db
      .updateTable('session_participants')
      .set({ attended: true })
      .where('user_id', '=', cast.ana.id)
      .where('session_id', 'in', past)
      .execute();
    await compute();
  });

  test('are neither booked nor trained by that, until they are checked in', async () => {
    const { db, cast } = app();
    const rows = await db.selectFrom('member_risks').select(['user_id', 'facts']).execute();
    const factsOf = (member: CastMember) => rows.find(({ user_id }) => user_id === member.id)?.facts;
    expect(factsOf(cast.ben)).toMatchObject({ recent: 5, booked: false });
    expect((factsOf(cast.ben) as { days_away: number }).days_away).toBeCloseTo(15, 1);
    expect(factsOf(cast.ana)).toMatchObject({ recent: 12, booked: false });
    expect((factsOf(cast.ana) as { days_away: number }).days_away).toBeLessThan(1);
    // Cleo has done nothing but stay.
    expect(factsOf(cast.cleo)).toBeUndefined();
  });
});

/** Risks as a night would have written them. */
async function addRisks(...risks: [CastMember, { probability: number; daysAway: number }][]) {
  const { db, cast } = app();
  const facts = {
    ...{ days_away: 19, recent: 0, usual: 2, is_new: false, usual_gap: 3, longest_gap: 9, booked: false },
    ...{ weeks_here: 40, friends_training: 1, friends_stopped: 0, partner_stopped: false },
    ...{ invites_answered: 0, invites_unanswered: 0 },
  };
  await db
    .insertInto('member_risks')
    .values(
      risks.map(([{ id }, { probability, daysAway }]) => ({
        ...{ organization_id: cast.organizations.ironHarbour, user_id: id, probability, facts: JSON.stringify(facts) },
        last_session_at: ago(daysAway),
      })),
    )
    .execute();
}

test('half of the places go to members who are slipping, the others to those who have gone quiet', async () => {
  const { cast } = app();
  await addRisks(
    [cast.ana, { probability: 0.9, daysAway: 40 }],
    [cast.ben, { probability: 0.8, daysAway: 30 }],
    [cast.cleo, { probability: 0.45, daysAway: 20 }],
    [cast.dov, { probability: 0.1, daysAway: 3 }],
  );
  const first = await listed({ page_size: 2 });
  expect(first.results.map(({ person, list }) => [person.id, list])).toEqual([
    [cast.cleo.id, 'slipping'],
    [cast.ana.id, 'quiet'],
  ]);
  expect(first).toMatchObject({ count: 3, counts: { slipping: 1, quiet: 2 } });
  const second = await listed({ page_size: 2, page: 2 });
  expect(second.results.map(({ person }) => person.id)).toEqual([cast.ben.id]);
});

describe('the model', () => {
  test('gives words and no percentages while the history is too short', async () => {
    const { db, cast } = app();
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(100) });
    await compute();
    await addRisks([cast.ana, { probability: 0.9, daysAway: 40 }]);
    const { results, model } = await listed();
    expect(results).toMatchObject([{ probability: null, level: 'very_likely' }]);
    expect(model).toMatchObject({ is_own: false, lacks: 'weeks', leavers: 0, made_at: expect.any(String) });
    const { body } = await (await app().as(cast.olga)).getMemberRisk({ params: { id: cast.ana.id } });
    expect(body.risk).toMatchObject({ list: 'quiet', probability: null });
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
    const [stored] = await db.selectFrom('member_risk_models').select(['weights', 'made_at']).execute();
    expect((stored!.weights as Weights).features.trend.weight).not.toBe(riskWeights.features.trend.weight);
    // The history is looked at once a week.
    await compute();
    const [again] = await db.selectFrom('member_risk_models').select(['weights', 'made_at']).execute();
    expect(again).toEqual(stored);
  });

  test('refuses a history in which nobody left', { timeout: 60_000 }, async () => {
    await addYear({ members: 6, leavers: 0 });
    await compute();
    expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'any_leavers', members: 6, leavers: 0 });
  });
});

describe('what came of predictions', () => {
  test('a member who comes onto the list is noted once', async () => {
    const { db, cast } = app();
    for (let days = 22; days < 80; days += 3)
      await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(days) });
    await compute();
    await compute();
    const named = await db.selectFrom('member_risk_names').select('user_id').execute();
    expect(named).toEqual([{ user_id: cast.ana.id }]);
    expect((await listed()).predicted).toEqual([]);
  });

  test('says of each month how many of the members it named left', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const named_at = ago(100);
    await db
      .insertInto('member_risk_names')
      .values([
        { organization_id, user_id: cast.ana.id, named_at },
        { organization_id, user_id: cast.ben.id, named_at },
        // An account that was deleted since.
        { organization_id, user_id: null, named_at },
        { organization_id, user_id: cast.cleo.id, named_at: ago(3) },
      ])
      .execute();
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, starts_at: ago(80) });
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(60) });
    const { predicted } = await listed();
    expect(predicted).toMatchObject([{ named: 3, left: 2 }]);
  });
});
