import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { sendDigests } from '#testing/digests.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

type Scope = 'this' | 'following' | 'all';

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...more });
const join = async (person: CastMember, id: string, scope: Scope = 'this') =>
  (await app().as(person)).joinSession({ params: { id }, body: { scope } });
const leave = async (person: CastMember, id: string, scope: Scope = 'this') =>
  (await app().as(person)).leaveSession({ params: { id }, body: { scope } });
const inIt = async (id: string) => {
  const rows = await app()
    .db.selectFrom('session_participants')
    .select('user_id')
    .where('session_id', '=', id)
    .orderBy('joined_at')
    .execute();
  return rows.map(({ user_id }) => user_id);
};
const row = (id: string) => app().db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const titles = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
const events = async (type: string) =>
  app().db.selectFrom('live_events').selectAll().where('type', '=', type).orderBy('seq').execute();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('session_series').execute();
  await db.deleteFrom('live_events').execute();
});

describe('undoing a join', () => {
  test("withdraws the host's notification and mail, and announces no leaving", async () => {
    const { cast, db } = app();
    await db.deleteFrom('notifications').execute();
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', cast.ana.id).execute();
    const ana = await app().as(cast.ana);
    await ana.updateMyPreferences({ body: { notifications: { session_joined: { email: true } } } });
    const id = await add({ with: [cast.finn], in: 30 });
    await join(cast.ben, id);
    await join(cast.cleo, id);
    expect(await titles(cast.ana)).toEqual(['Cleo and 1 other joined Leg day']);
    expect((await leave(cast.cleo, id)).status).toBe(200);
    expect(await titles(cast.ana)).toEqual(['Ben joined Leg day']);
    expect((await leave(cast.ben, id)).status).toBe(200);
    for (const person of [cast.ana, cast.finn]) expect(await titles(person)).toEqual([]);
    expect((await ana.getUnreadCount()).body).toEqual({ unread_count: 0 });
    expect((await events('notification.removed')).map(({ data, user_ids }) => [data, user_ids])).toEqual([
      [{ unread_count: 1 }, [cast.ana.id]],
      [{ unread_count: 0 }, [cast.ana.id]],
    ]);
    await sendDigests(app());
    expect(await app().mailsTo(cast.ana.email)).toEqual([]);
    await ana.updateMyPreferences({ body: { notifications: { session_joined: { email: false } } } });
  });

  test('is possible for a minute; after that the host is told about leaving', async () => {
    const { cast, db } = app();
    await db.deleteFrom('notifications').execute();
    const id = await add();
    await join(cast.cleo, id);
    await sql`update session_participants set joined_at = now() - interval '61 seconds' where session_id = ${id}`.execute(
      db,
    );
    await leave(cast.cleo, id);
    expect(await titles(cast.ana)).toEqual(['Cleo left Leg day', 'Cleo joined Leg day']);
  });
});

describe('joining', () => {
  test('takes a spot, announces it except across a block, and notifies the host by name', async () => {
    const { cast } = app();
    const id = await add({ max_participants: 5 });
    const { status, body } = await join(cast.cleo, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      is_participant: true,
      can_join: false,
      current_participants: 2,
      available_spots: 3,
    });
    expect(await events('session.joined')).toMatchObject([
      {
        gym_id: cast.gyms.barangaroo,
        except_ids: [cast.dov.id],
        user_ids: null,
        data: { session_id: id, current_participants: 2, available_spots: 3, user: { id: cast.cleo.id } },
      },
    ]);
    expect(await titles(cast.ana)).toEqual(['Cleo joined Leg day']);
    await join(cast.ben, id);
    expect(await titles(cast.ana)).toEqual(['Ben and 1 other joined Leg day']);
    expect(await titles(cast.cleo)).toEqual([]);
  });

  test('returns the reason and changes nothing when it is refused', async () => {
    const { cast } = app();
    const why = async (more: Partial<Parameters<typeof addSession>[1]>) => {
      const { status, error } = await join(cast.ben, await add(more));
      return [status, error.code];
    };
    expect(await why({ with: [cast.ben] })).toEqual([400, 'already_joined']);
    expect(await why({ max_participants: 1 })).toEqual([400, 'session_full']);
    expect(await why({ in: -1 })).toEqual([409, 'session_started']);
    expect(await why({ status: 'cancelled', cancelled_at: new Date() })).toEqual([409, 'session_cancelled']);
    expect(await why({ fitness_level_min: 'advanced' })).toEqual([403, 'level_not_met']);
    expect(await why({ gender_preference: 'female' })).toEqual([403, 'gender_not_met']);
    expect(await why({ gym: cast.gyms.fremantle })).toEqual([404, 'session_not_found']);
    expect(await events('session.joined')).toEqual([]);
  });

  test("is refused to blocked members, other organizations, other demos' visitors, and a super admin inside", async () => {
    const { cast } = app();
    const id = await add();
    for (const person of [cast.dov, cast.eve, cast.demi])
      expect((await join(person, id)).error.code).toBe('session_not_found');
    expect((await join(cast.cleo, newId())).error.code).toBe('session_not_found');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    for (const call of [inside.joinSession, inside.leaveSession])
      expect((await call({ params: { id }, body: {} })).error.code).toBe('emulation_not_allowed');
    expect(await inIt(id)).toEqual([cast.ana.id]);
    const own = await add({ gym: cast.gyms.sandbox, host: cast.demi });
    expect((await leave(cast.demi, own)).body.status).toBe('cancelled');
  });

  test('gives the last spot to one of fifty, and tells the others that it is full', async () => {
    const { db, cast } = app();
    const crowd = await addCrowd(db, cast, 50);
    const id = await add({ max_participants: 2 });
    const clients = await Promise.all(crowd.map((person) => app().as(person)));
    const answers = await Promise.all(clients.map((client) => client.joinSession({ params: { id }, body: {} })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ status, error }) => `${status} ${error.error}`))).toEqual(
      new Set(['400 Session is full']),
    );
    expect(await inIt(id)).toHaveLength(2);
    expect(await row(id)).toMatchObject({ current_participants: 2, held_spots: 0, waitlist_count: 0 });
    expect(await events('session.joined')).toHaveLength(1);
    await db.deleteFrom('users').where('first_name', '=', 'Crowd').execute();
  });

  test('returns the first answer to a retry with the same key', async () => {
    const { cast } = app();
    const id = await add();
    const ben = await app().as(cast.ben);
    const input = { params: { id }, body: {}, headers: { 'idempotency-key': newId() } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ben.joinSession(input)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await inIt(id)).toHaveLength(2);
  });
});

describe('leaving', () => {
  test('frees the spot, announces it, and notifies the host by name', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo], max_participants: 3 });
    const { status, body } = await leave(cast.ben, id);
    expect([status, body.is_participant, body.can_join, body.available_spots]).toEqual([200, false, true, 1]);
    expect(await events('session.left')).toMatchObject([
      {
        gym_id: cast.gyms.barangaroo,
        data: { user_id: cast.ben.id, creator_id: cast.ana.id, current_participants: 2 },
      },
    ]);
    expect(await titles(cast.ana)).toEqual(['Ben left Leg day']);
    expect(await titles(cast.cleo)).toEqual([]);
    expect((await leave(cast.ben, id)).error.code).toBe('not_a_participant');
  });

  test('notifies every member shortly before the start, and is refused after it', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo, cast.finn], in: 60 });
    await leave(cast.ben, id);
    for (const person of [cast.ana, cast.cleo, cast.finn])
      expect(await titles(person)).toEqual(['Ben left Leg day at short notice']);
    const begun = await add({ with: [cast.ben], in: -1 });
    expect((await leave(cast.ben, begun)).error.code).toBe('session_started');
    expect(await inIt(begun)).toHaveLength(2);
  });

  test('hands the session and its proposals to the longest-standing member when the host leaves', async () => {
    const { db, cast } = app();
    const id = await add({ with: [cast.cleo, cast.ben] });
    const propose = (by: CastMember, at: string) =>
      db
        .insertInto('session_proposals')
        .values({
          organization_id: cast.organizations.ironHarbour,
          id: newId(),
          session_id: id,
          proposer_id: by.id,
          answerer_id: cast.ana.id,
          proposed_starts_at: at,
          instead_of: '2031-01-01T00:00:00Z',
        })
        .execute();
    await propose(cast.ben, '2031-02-01T00:00:00Z');
    await propose(cast.cleo, '2031-03-01T00:00:00Z');
    const { body } = await leave(cast.ana, id);
    expect(body).toMatchObject({ creator: { id: cast.cleo.id }, is_participant: false, status: 'active' });
    expect(await titles(cast.cleo)).toContain("You're now hosting Leg day");
    expect(await titles(cast.ben)).not.toContain("You're now hosting Leg day");
    const proposals = await db
      .selectFrom('session_proposals')
      .select(['proposer_id', 'answerer_id', 'status'])
      .execute();
    expect(proposals).toEqual(
      expect.arrayContaining([
        { proposer_id: cast.ben.id, answerer_id: cast.cleo.id, status: 'pending' },
        { proposer_id: cast.cleo.id, answerer_id: cast.ana.id, status: 'withdrawn' },
      ]),
    );
  });

  test('cancels the session with the last member, and notifies the waitlist', async () => {
    const { db, cast } = app();
    const id = await add({ max_participants: 1 });
    await (await app().as(cast.cleo)).joinWaitlist({ params: { id } });
    const { status, body } = await leave(cast.ana, id);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(await titles(cast.cleo)).toEqual(['Leg day was cancelled']);
    expect(await row(id)).toMatchObject({ held_spots: 0, waitlist_count: 0, current_participants: 0 });
    expect(await db.selectFrom('session_waitlist').select('status').execute()).toEqual([{ status: 'expired' }]);
    expect((await leave(cast.ana, id)).error.code).toBe('not_a_participant');
  });

  test('passes the host on when everyone leaves at once, and cancels at the end', async () => {
    const { cast } = app();
    const people = [cast.ana, cast.ben, cast.cleo, cast.finn, cast.olga];
    const id = await add({ with: people.slice(1) });
    const answers = await Promise.all(people.map((person) => leave(person, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await row(id)).toMatchObject({ status: 'cancelled', current_participants: 0 });
    expect(await events('session.cancelled')).toHaveLength(1);
  });
});

describe('joining a series', () => {
  /** A series of four weeks: the second session is full, the third is for advanced members. */
  async function addSeries() {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const series_id = newId();
    await db
      .insertInto('session_series')
      .values({
        organization_id,
        id: series_id,
        gym_id: cast.gyms.barangaroo,
        creator_id: cast.ana.id,
        rrule: 'FREQ=WEEKLY',
        timezone: 'Australia/Sydney',
        starts_local: '2031-01-01 18:00',
        workout_type: 'cardio',
        title: 'Run',
      })
      .execute();
    await db
      .insertInto('session_series_members')
      .values({ organization_id, series_id, user_id: cast.ana.id })
      .execute();
    const week = (n: number, more: Partial<Parameters<typeof addSession>[1]> = {}) =>
      add({ title: 'Run', series_id, occurrence_on: `2031-01-0${n + 1}`, in: n * 7 * 24 * 60, ...more });
    const past = await add({ series_id, occurrence_on: '2030-12-01', in: -7 * 24 * 60 });
    const weeks = [
      await week(1),
      await week(2, { max_participants: 1 }),
      await week(3, { fitness_level_min: 'advanced' }),
      await week(4),
    ] as [string, string, string, string];
    return { series_id, past, weeks };
  }
  const members = async () =>
    (await app().db.selectFrom('session_series_members').select('user_id').execute()).map(({ user_id }) => user_id);
  const whereIs = async (person: CastMember, weeks: string[]) => {
    const there = await Promise.all(weeks.map(inIt));
    return there.map((people) => people.includes(person.id));
  };

  test('takes every spot the rules allow, and single sessions can be skipped', async () => {
    const { cast } = app();
    const { weeks, past } = await addSeries();
    const { status, body } = await join(cast.cleo, weeks[0], 'all');
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_participant: true, series: { joined: true } });
    expect(await whereIs(cast.cleo, [past, ...weeks])).toEqual([false, true, false, false, true]);
    expect(await members()).toContain(cast.cleo.id);
    expect(await titles(cast.ana)).toEqual(['Cleo joined Run']);
    expect(await events('session.joined')).toHaveLength(2);
    expect((await join(cast.cleo, weeks[0], 'all')).error.code).toBe('already_joined');

    expect((await leave(cast.cleo, weeks[0])).body.series).toMatchObject({ joined: true });
    expect(await whereIs(cast.cleo, weeks)).toEqual([false, false, false, true]);
    expect(await members()).toContain(cast.cleo.id);
  });

  test('can start and end at any session', async () => {
    const { cast } = app();
    const { weeks } = await addSeries();
    await join(cast.ben, weeks[1], 'following');
    expect(await whereIs(cast.ben, weeks)).toEqual([false, false, false, true]);
    await join(cast.ben, weeks[0]);
    const { body } = await leave(cast.ben, weeks[1], 'following');
    expect(body.series?.joined).toBe(false);
    expect(await whereIs(cast.ben, weeks)).toEqual([true, false, false, false]);
    await leave(cast.ben, weeks[1], 'all');
    expect(await whereIs(cast.ben, weeks)).toEqual([false, false, false, false]);
    expect((await leave(cast.ben, weeks[1], 'all')).error.code).toBe('not_a_participant');
  });

  test('needs a free spot in at least one session', async () => {
    const { cast } = app();
    const { weeks } = await addSeries();
    for (const id of [weeks[0], weeks[3]])
      await app().db.updateTable('sessions').set({ max_participants: 1 }).where('id', '=', id).execute();
    expect((await join(cast.cleo, weeks[0], 'all')).error.code).toBe('session_full');
    expect(await members()).not.toContain(cast.cleo.id);
  });

  test('makes the longest-standing member host when the host leaves, and ends with the last member', async () => {
    const { db, cast } = app();
    const { weeks } = await addSeries();
    await join(cast.ben, weeks[0], 'all');
    await join(cast.cleo, weeks[3]);
    await leave(cast.ana, weeks[0], 'all');
    const statuses = await Promise.all(weeks.map(async (id) => (await row(id)).status));
    expect(statuses).toEqual(['active', 'cancelled', 'cancelled', 'active']);
    const series = () => db.selectFrom('session_series').select(['creator_id', 'ended_at']).executeTakeFirst();
    expect(await series()).toEqual({ creator_id: cast.ben.id, ended_at: null });
    expect((await row(weeks[3])).creator_id).toBe(cast.ben.id);
    expect(await titles(cast.ben)).toEqual(["You're now hosting Run and the sessions after it"]);
    await leave(cast.ben, weeks[0], 'all');
    expect(await series()).toEqual({ creator_id: cast.cleo.id, ended_at: null });
    await leave(cast.cleo, weeks[3], 'all');
    expect((await series())?.ended_at).toBeInstanceOf(Date);
    expect((await row(weeks[3])).status).toBe('cancelled');
  });

  test('passes over a member who can no longer use its gym when the host leaves', async () => {
    const { db, cast } = app();
    const [xia] = await addCrowd(db, cast, 1);
    const { weeks } = await addSeries();
    await join(xia!, weeks[0], 'all');
    await join(cast.cleo, weeks[0], 'all');
    await db.deleteFrom('user_gyms').where('user_id', '=', xia!.id).execute();
    await leave(cast.ana, weeks[0], 'all');
    expect(await db.selectFrom('session_series').select('creator_id').executeTakeFirst()).toEqual({
      creator_id: cast.cleo.id,
    });
  });
});
