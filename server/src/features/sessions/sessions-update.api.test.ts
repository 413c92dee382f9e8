import { timeWords } from '@spotter/contract/time-words.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { zoneWhereItIs } from '#testing/crowd.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

const here = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const add = (thing: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...thing });
type Changes = NonNullable<Parameters<Client['updateSession']>[0]['body']>;
const change = async (id: string, body: Changes, person: CastMember = app().cast.ana) =>
  (await app().as(person)).updateSession({ params: { id }, body });
const cancel = async (id: string, query = {}, person: CastMember = app().cast.ana) =>
  (await app().as(person)).cancelSession({ params: { id }, query });
const told = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title, body }) => [title, body]);
const row = (id: string) => app().db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const events = async (type: string) =>
  await app()
    .db.selectFrom('live_events')
    .select(['data', 'gym_id', 'user_ids', 'except_ids'])
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
const wait = async (session_id: string, person: CastMember, offered = false) => {
  const moment = sql<Date>`now()`;
  await app()
    .db.insertInto('session_waitlist')
    .values({
      organization_id: here().organizationId,
      id: newId(),
      session_id,
      user_id: person.id,
      ...(offered && { status: 'offered', offered_at: moment, offer_expires_at: sql<Date>`now() + interval '1 hour'` }),
    })
    .execute();
};

const setZone = async (timezone: string) => {
  const { db, cast } = app();
  await db.updateTable('gyms').set({ timezone }).where('id', '=', cast.gyms.barangaroo).execute();
};

beforeEach(async () => {
  const { db } = app();
  for (const table of ['sessions', 'notifications', 'live_events', 'session_types'] as const)
    await db.deleteFrom(table).execute();
  await openDaily(db, here());
});

describe('changing a session', () => {
  test("is allowed to its host and its gym's managers, and hides it from callers who cannot see it", async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    for (const person of [cast.ana, cast.finn, cast.olga])
      expect((await change(id, { title: `By ${person.name}` }, person)).body.title).toBe(`By ${person.name}`);
    for (const person of [cast.ben, cast.cleo])
      expect((await change(id, { title: 'Mine' }, person)).error.code).toBe('access_denied');
    for (const person of [cast.dov, cast.eve])
      expect((await change(id, { title: 'Mine' }, person)).error.code).toBe('session_not_found');
    expect((await change(newId(), { title: 'Mine' })).error.code).toBe('session_not_found');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.updateSession({ params: { id }, body: { title: 'By sam' } })).body.title).toBe('By sam');
    expect((await row(id)).title).toBe('By sam');
  });

  test('is refused once it has started or was cancelled', async () => {
    const started = await add({ in: -10 });
    const cancelled = await add({ status: 'cancelled', cancelled_at: new Date() });
    expect((await change(started, { title: 'Late' })).error.code).toBe('session_started');
    expect((await change(cancelled, { title: 'Late' })).error.code).toBe('session_cancelled');
    expect((await cancel(started)).error.code).toBe('session_started');
    expect((await cancel(cancelled)).error.code).toBe('session_cancelled');
  });

  test('changes only the given fields, and increments the revision when a calendar shows them', async () => {
    const id = await add({ description: 'Squats' });
    const before = await row(id);
    const { body } = await change(id, {
      max_participants: 4,
      gender_preference: 'female',
      fitness_level_max: 'intermediate',
    });
    expect(body).toMatchObject({
      max_participants: 4,
      gender_preference: 'female',
      description: 'Squats',
      title: 'Leg day',
    });
    expect(await row(id)).toMatchObject({ revision: 0, starts_at: before.starts_at, ends_at: before.ends_at });
    await change(id, { title: 'Arm day' });
    await change(id, { duration_minutes: 90 });
    expect(await row(id)).toMatchObject({ revision: 2, title: 'Arm day', duration_minutes: 90 });
    await change(id, { title: 'Arm day' });
    expect((await row(id)).revision).toBe(2);
  });

  test('announces the changed fields to everyone who can see it', async () => {
    const { cast } = app();
    const id = await add();
    await change(id, { start_time: `${dayFromNow(3)}T18:00`, max_participants: 5 });
    await change(id, {});
    expect(await events('session.updated')).toEqual([
      {
        data: {
          session_id: id,
          gym_id: cast.gyms.barangaroo,
          changed: ['max_participants', 'available_spots', 'start_time', 'end_time'],
        },
        user_ids: null,
        gym_id: cast.gyms.barangaroo,
        except_ids: [cast.dov.id],
      },
    ]);
  });

  test('notifies members of a move, once while unread, and not of minor changes', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    await change(id, { description: 'New plan', fitness_level_min: 'beginner', max_participants: 8 });
    expect(await told(cast.ben)).toEqual([]);
    await change(id, { start_time: `${dayFromNow(3)}T18:00` });
    await change(id, { start_time: `${dayFromNow(4)}T07:15` });
    await change(id, { title: 'Arm day' });
    const start = timeWords('en-AU').moment(`${dayFromNow(4)}T07:15`, dayFromNow(0));
    expect(await told(cast.ben)).toEqual([
      ['Your session is now called Arm day', ''],
      [`Arm day moved to ${start}`, ''],
    ]);
    expect(await told(cast.ana)).toEqual([]);
    expect(await told(cast.cleo)).toEqual([]);
  });

  test('keeps its length on a move, withdraws proposals, and reminds again', async () => {
    const { cast, db } = app();
    const { organizationId: organization_id } = here();
    const id = await add({ with: [cast.ben], minutes: 75 });
    const { starts_at } = await row(id);
    await db
      .insertInto('session_proposals')
      .values({
        organization_id,
        id: newId(),
        session_id: id,
        proposer_id: cast.ben.id,
        answerer_id: cast.ana.id,
        proposed_starts_at: new Date(starts_at.getTime() + 3_600_000),
        instead_of: starts_at,
      })
      .execute();
    await db
      .insertInto('session_reminders')
      .values({ organization_id, session_id: id, user_id: cast.ben.id, minutes_before: 60 })
      .execute();
    const { body } = await change(id, { start_time: `${dayFromNow(3)}T18:00` });
    expect([body.duration_minutes, body.start_time.local.slice(0, 16)]).toEqual([75, `${dayFromNow(3)}T18:00`]);
    expect(await db.selectFrom('session_proposals').select('status').execute()).toEqual([{ status: 'withdrawn' }]);
    expect(await db.selectFrom('session_reminders').select('user_id').execute()).toEqual([]);
  });

  test.each([
    ['a time in the past', { start_time: '2020-01-01T10:00' }, 400, 'session_in_past', 'start_time'],
    ['closed hours', { start_time: `${dayFromNow(3)}T23:30` }, 400, 'gym_closed', 'start_time'],
    [
      'longer than the gym is open',
      { start_time: `${dayFromNow(3)}T20:00`, duration_minutes: 180 },
      400,
      'gym_closed',
      'start_time',
    ],
    ['an end before its start', { end_time: '2020-01-01T10:00' }, 400, 'validation_failed', 'end_time'],
    ['10,000 spots', { max_participants: 10_000 }, 400, 'validation_failed', 'max_participants'],
    ['levels the wrong way round', { fitness_level_min: 'advanced' }, 400, 'validation_failed', 'fitness_level_max'],
    ['a gym that is none', { gym_id: newId() }, 404, 'gym_not_found', 'gym_id'],
    ['a type that is none', { session_type_id: newId() }, 400, 'validation_failed', 'session_type_id'],
  ] as const)('to %s is refused, and the field named', async (_, body, status, code, field) => {
    await openDaily(app().db, { ...here(), opens: '06:00', closes: '22:00' });
    const id = await add({ fitness_level_max: 'intermediate' });
    const before = await row(id);
    const answer = await change(id, body);
    expect([answer.status, answer.error.code, Object.keys(answer.error.details ?? {})]).toEqual([
      status,
      code,
      [field],
    ]);
    expect(await row(id)).toEqual(before);
  });

  test('is allowed outside opening hours while the time stays the same', async () => {
    const id = await add();
    await app().db.deleteFrom('operating_hours').execute();
    expect((await change(id, { title: 'Arm day' })).status).toBe(200);
    const longer = await change(id, { duration_minutes: 61 });
    expect([longer.error.code, Object.keys(longer.error.details ?? {})]).toEqual(['gym_closed', ['duration_minutes']]);
  });

  test('drops a session type that does not fit a new training, and accepts one that does', async () => {
    const { db } = app();
    const { organizationId: organization_id } = here();
    const [lifting, running] = [newId(), newId()];
    await db
      .insertInto('session_types')
      .values([
        { organization_id, id: lifting, name: 'Lifting', kind: 'strength' },
        { organization_id, id: running, name: 'Running', kind: 'cardio' },
      ])
      .execute();
    const id = await add({ session_type_id: lifting });
    expect((await change(id, { session_type_id: running })).error.details).toHaveProperty('session_type_id');
    expect((await change(id, { workout_type: 'cardio' })).body.session_type).toBeNull();
    const both = await change(id, { workout_type: 'strength', session_type_id: lifting });
    expect(both.body).toMatchObject({ workout_type: 'strength', session_type: { id: lifting } });
  });

  test('moves to a gym only if every member can access it, and keeps its local time', async () => {
    const { cast, db } = app();
    const { fremantle } = cast.gyms;
    await openDaily(db, { organizationId: here().organizationId, gymId: fremantle });
    expect((await change(await add(), { gym_id: fremantle })).error.code).toBe('gym_not_found');
    const id = await add({ host: cast.olga, with: [cast.ben] });
    await change(id, { start_time: `${dayFromNow(3)}T18:00` }, cast.olga);
    const refused = await change(id, { gym_id: fremantle }, cast.olga);
    expect([refused.error.code, Object.keys(refused.error.details ?? {})]).toEqual(['validation_failed', ['gym_id']]);
    await db.deleteFrom('session_participants').where('user_id', '=', cast.ben.id).execute();
    const { body } = await change(id, { gym_id: fremantle }, cast.olga);
    expect(body).toMatchObject({ gym: { id: fremantle } });
    expect(body.start_time.local).toBe(`${dayFromNow(3)}T18:00:00+08:00`);
    const told = (await events('session.updated')).slice(-2);
    expect(told.map(({ gym_id }) => gym_id)).toEqual([fremantle, cast.gyms.barangaroo]);
  });

  test('tells only its managers and those invited at the gym it left when it was for invited people', async () => {
    const { cast, db } = app();
    const { barangaroo, fremantle } = cast.gyms;
    await openDaily(db, { organizationId: here().organizationId, gymId: fremantle });
    const id = await add({ host: cast.olga, with: [], invite_only: true });
    await db
      .insertInto('session_invites')
      .values({
        organization_id: here().organizationId,
        session_id: id,
        user_id: cast.ben.id,
        invited_by: cast.olga.id,
      })
      .execute();
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.ben.id).where('gym_id', '=', fremantle).execute();
    expect((await change(id, { gym_id: fremantle }, cast.olga)).status).toBe(200);
    const askedHere = [cast.ben.id, cast.finn.id, cast.olga.id].sort();
    const moved = (await events('session.updated')).map(({ user_ids, gym_id }) => [user_ids?.toSorted(), gym_id]);
    expect(moved).toEqual([
      [[cast.olga.id], null],
      [askedHere, null],
    ]);
    // Those who saw it before it was for invited people only hear that too.
    const open = await add();
    await change(open, { invite_only: true });
    expect((await events('session.updated')).at(-1)).toMatchObject({ user_ids: null, gym_id: barangaroo });
  });
});

describe('the number of spots', () => {
  test("cannot go below members plus open offers, and keeps the waitlist's order", async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben], max_participants: 3 });
    await wait(id, cast.finn, true);
    await wait(id, cast.cleo);
    await wait(id, cast.olga);
    const refused = await change(id, { max_participants: 2 });
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      409,
      'spots_below_participants',
      { max_participants: ['3 spots are already taken or offered'] },
    ]);
    const line = await db.selectFrom('session_waitlist').select(['user_id', 'status']).orderBy('queued_at').execute();
    expect(line).toEqual([
      { user_id: cast.finn.id, status: 'offered' },
      { user_id: cast.cleo.id, status: 'waiting' },
      { user_id: cast.olga.id, status: 'waiting' },
    ]);
    expect((await row(id)).max_participants).toBe(3);
  });

  test('can go down to the number of members', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    expect((await change(id, { max_participants: 2 })).body).toMatchObject({ max_participants: 2, available_spots: 0 });
  });

  test('offers added spots to the waitlist, in order', async () => {
    const { cast, db } = app();
    // At night spots are not offered.
    await setZone(zoneWhereItIs(12));
    onTestFinished(() => setZone('Australia/Sydney'));
    const id = await add({ with: [cast.ben], max_participants: 2 });
    await wait(id, cast.cleo);
    await wait(id, cast.finn);
    expect((await change(id, { max_participants: 3 })).body).toMatchObject({ available_spots: 0, waitlist_count: 2 });
    const line = await db.selectFrom('session_waitlist').select(['user_id', 'status']).orderBy('queued_at').execute();
    expect(line).toEqual([
      { user_id: cast.cleo.id, status: 'offered' },
      { user_id: cast.finn.id, status: 'waiting' },
    ]);
    expect(await told(cast.cleo)).toHaveLength(1);
  });

  test('never falls below the members who join at the same time', async () => {
    const { cast } = app();
    const id = await add({ max_participants: 4 });
    const others = await Promise.all([cast.ben, cast.cleo, cast.finn].map((person) => app().as(person)));
    await Promise.all([
      ...others.map((client) => client.joinSession({ params: { id }, body: {} })),
      change(id, { max_participants: 2 }),
    ]);
    const { current_participants, max_participants } = await row(id);
    expect(current_participants).toBeLessThanOrEqual(max_participants);
  });
});

describe('cancelling a session', () => {
  test('notifies members and the waitlist with the reason, and clears the waitlist', async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben], max_participants: 3 });
    await wait(id, cast.cleo);
    await wait(id, cast.finn, true);
    expect((await cancel(id, { reason: 'I hurt my knee' })).status).toBe(204);
    for (const person of [cast.ben, cast.cleo, cast.finn])
      expect(await told(person)).toEqual([['Leg day was cancelled', 'I hurt my knee']]);
    expect(await told(cast.ana)).toEqual([]);
    expect(await row(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'I hurt my knee',
      held_spots: 0,
      revision: 1,
    });
    const line = await db.selectFrom('session_waitlist').select('status').execute();
    expect(line).toEqual([{ status: 'expired' }, { status: 'expired' }]);
    expect(await events('session.cancelled')).toMatchObject([
      { data: { session_id: id, reason: 'I hurt my knee' }, gym_id: cast.gyms.barangaroo, except_ids: [cast.dov.id] },
    ]);
    expect((await (await app().as(cast.ben)).listSessions()).body.count).toBe(0);
    expect((await cancel(id)).error.code).toBe('session_cancelled');
  });

  test("is allowed to its host and its gym's managers", async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    expect((await cancel(id, {}, cast.ben)).error.code).toBe('access_denied');
    expect((await cancel(id, {}, cast.dov)).error.code).toBe('session_not_found');
    expect((await cancel(id, {}, cast.eve)).error.code).toBe('session_not_found');
    expect((await cancel(id, { scope: 'all' }, cast.finn)).status).toBe(204);
    expect(await told(cast.ana)).toEqual([['Leg day was cancelled', '']]);
  });

  test('has one outcome when a member joins at the same time', async () => {
    const { cast } = app();
    const id = await add();
    const ben = await app().as(cast.ben);
    const [joined, cancelled] = await Promise.all([ben.joinSession({ params: { id }, body: {} }), cancel(id)]);
    expect(cancelled.status).toBe(204);
    expect([200, 409]).toContain(joined.status);
    if (joined.status === 200) expect(await told(cast.ben)).toEqual([['Leg day was cancelled', '']]);
  });
});
