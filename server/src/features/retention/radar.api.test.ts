import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { refreshNight } from './retention.jobs.ts';
import { findDue } from './risk-runs.repo.ts';

const app = useTestApp();
const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);
const listed = async (query: object = {}) => {
  const { status, body } = await (await app().as(app().cast.olga)).listMembersAtRisk({ query });
  expect(status).toBe(200);
  return body;
};

async function compute(now = new Date(), more: { databaseUrl?: string } = {}) {
  const { connection, databaseUrl, log, cast, db } = app();
  await db.deleteFrom('member_risk_runs').execute();
  const parts = { inside: connection.inside, databaseUrl, log, ...more };
  await refreshNight(parts, { organizationId: cast.organizations.ironHarbour, now });
}

beforeEach(async () => {
  const { db } = app();
  for (const table of [
    ...(['sessions', 'session_series', 'member_risks', 'member_risk_runs'] as const),
    ...(['member_risk_models', 'member_risk_names'] as const),
  ])
    await db.deleteFrom(table).execute();
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

test('leaving or joining a series changes nothing about the past', async () => {
  const { db, cast } = app();
  const [ana, ben, cleo] = [await app().as(cast.ana), await app().as(cast.ben), await app().as(cast.cleo)];
  await openDaily(db, {
    ...{ organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo },
    ...{ opens: '06:00', closes: '22:00' },
  });
  const { body: first } = await cleo.createSession({
    body: {
      title: 'Leg day',
      workout_type: 'strength',
      start_time: `${dayFromNow(1)}T18:00`,
      repeat_rule: 'FREQ=DAILY',
    },
  });
  const { body: all } = await cleo.listSessions({ query: { series: first.series_id!, page_size: 50 } });
  for (const { id } of all.results.slice(0, 6))
    expect(await ana.joinSession({ params: { id }, body: {} })).toMatchObject({ status: 200 });
  expect(await ben.joinSession({ params: { id: first.id }, body: { scope: 'all' } })).toMatchObject({ status: 200 });
  // Three weeks later.
  await sql`update sessions set starts_at = starts_at - interval '21 days', ends_at = ends_at - interval '21 days'`.execute(
    db,
  );
  const now = new Date();
  const facts = async () => {
    await compute(now);
    return db.selectFrom('member_risks').select(['user_id', 'facts']).orderBy('user_id').execute();
  };
  const before = await facts();
  expect(before).toMatchObject([{ user_id: cast.ana.id, facts: { recent: 6 } }]);
  const { id } = all.results.at(-1)!;
  expect((await ben.leaveSession({ params: { id }, body: { scope: 'all' } })).status).toBe(200);
  expect((await ana.joinSession({ params: { id }, body: { scope: 'all' } })).status).toBe(200);
  expect(await facts()).toEqual(before);
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

  test('names members from the limit on that the gym has chosen', async () => {
    const { db, cast } = app();
    await addRisks([cast.ana, { probability: 0.25, daysAway: 9 }], [cast.ben, { probability: 0.25, daysAway: 30 }]);
    expect((await listed()).results).toEqual([]);
    const model = {
      organization_id: cast.organizations.ironHarbour,
      made_at: ago(1),
      weeks: 40,
      members: 300,
      leavers: 90,
    };
    await db
      .insertInto('member_risk_models')
      .values({ ...model, weights: JSON.stringify(riskWeights), least_slipping: 0.2 })
      .execute();
    expect((await listed()).results).toMatchObject([{ person: { id: cast.ana.id }, level: 'possible' }]);
    const { body } = await (await app().as(cast.olga)).getMemberRisk({ params: { id: cast.ana.id } });
    expect(body.risk).toMatchObject({ list: 'slipping', level: 'possible' });
  });

  test('computes without it when learning fails, and tries that again the next night', async () => {
    const { db, cast } = app();
    for (let days = 15; days < 200; days += 5)
      await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(days) });
    await compute(new Date(), { databaseUrl: 'postgres://127.0.0.1:1/nowhere' });
    expect(await db.selectFrom('member_risk_models').select('made_at').execute()).toEqual([]);
    expect(await db.selectFrom('member_risks').select('user_id').execute()).toEqual([{ user_id: cast.ana.id }]);
    const due = await findDue(db);
    expect(due.map(({ organizationId }) => organizationId)).not.toContain(cast.organizations.ironHarbour);
  });

  test('starts no process for an organization that is too young to learn from', async () => {
    const { db, cast } = app();
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(40) });
    await compute(new Date(), { databaseUrl: 'postgres://127.0.0.1:1/nowhere' });
    expect((await listed()).model).toMatchObject({ is_own: false, lacks: 'weeks', weeks: 0, members: 0 });
    expect(await db.selectFrom('member_risk_models').select('lacks').execute()).toEqual([{ lacks: 'weeks' }]);
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

  test('an absence is one prediction, also after a month on the list, and a new one is another', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    for (let days = 45; days < 150; days += 3)
      await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, starts_at: ago(days) });
    const named = async (...days: number[]) => {
      await db.deleteFrom('member_risk_names').execute();
      const rows = days.map((day) => ({ organization_id, user_id: cast.ana.id, named_at: ago(day) }));
      await db.insertInto('member_risk_names').values(rows).execute();
      await compute();
      return (await db.selectFrom('member_risk_names').select('named_at').execute()).length;
    };
    expect(await named(35)).toBe(1);
    // She came back after this one.
    expect(await named(50)).toBe(2);
  });

  test('a member who was named twice in a month counts once', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    // A month of 31 days that ended at least a month ago, by the clock of any zone.
    const month = ago(92);
    while (new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate() < 31)
      month.setUTCDate(0);
    const rows = [2, 30].map((day) => ({
      ...{ organization_id, user_id: cast.ana.id },
      named_at: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day)),
    }));
    await db.insertInto('member_risk_names').values(rows).execute();
    expect((await listed()).predicted).toMatchObject([{ named: 1, left: 1 }]);
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
