import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { zoneWhereItIs } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';
import { advanceWaitlists } from '../offers/offers.service.ts';

const app = useTestApp();

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, {
    gym: app().cast.gyms.barangaroo,
    host: app().cast.ana,
    max_participants: 2,
    in: 3 * 24 * 60,
    ...more,
  });
const call = async (
  person: CastMember,
  name: 'joinWaitlist' | 'leaveWaitlist' | 'claimSpot' | 'getSession',
  id: string,
) => (await app().as(person))[name]({ params: { id } });
const wait = (person: CastMember, id: string) => call(person, 'joinWaitlist', id);
const accept = (person: CastMember, id: string) => call(person, 'claimSpot', id);
const letGo = (person: CastMember, id: string) => call(person, 'leaveWaitlist', id);
const seen = async (person: CastMember, id: string) => (await call(person, 'getSession', id)).body;
const join = async (person: CastMember, id: string) =>
  (await app().as(person)).joinSession({ params: { id }, body: {} });
const leave = async (person: CastMember, id: string) =>
  (await app().as(person)).leaveSession({ params: { id }, body: {} });
const counts = (id: string) =>
  app()
    .db.selectFrom('sessions')
    .select(['current_participants', 'held_spots', 'waitlist_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const line = async (id: string) => {
  const rows = await app()
    .db.selectFrom('session_waitlist')
    .select(['user_id', 'status'])
    .where('session_id', '=', id)
    .orderBy('queued_at')
    .execute();
  return rows.map(({ user_id, status }) => [user_id, status]);
};
const titles = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
const events = async (type: string) =>
  app().db.selectFrom('live_events').selectAll().where('type', '=', type).orderBy('seq').execute();
const theHourIs = (hour: number) =>
  app()
    .db.updateTable('gyms')
    .set({ timezone: zoneWhereItIs(hour) })
    .where('id', '=', app().cast.gyms.barangaroo)
    .execute();
/** Moves all offers into the past by this much. */
const offersAge = (hours: number) =>
  app().pool.query(
    `update session_waitlist set offered_at = offered_at - make_interval(hours => $1),
      offer_expires_at = offer_expires_at - make_interval(hours => $1) where status = 'offered'`,
    [hours],
  );
async function aMinutePasses() {
  await enqueue(app().db, advanceWaitlists, {});
  await app().runJobs();
}

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('live_events').execute();
  await theHourIs(12);
});

describe('the waitlist', () => {
  test('accepts members who could join the session if it were not full', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    expect((await seen(cast.cleo, id)).can_wait).toBe(true);
    const { status, body } = await wait(cast.cleo, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_waitlisted: true,
      can_wait: false,
      waitlist_position: 1,
      waitlist_count: 1,
      waitlist_reason: 'full',
      offer_expires_at: null,
      next_offer_at: null,
    });
    expect((await wait(cast.finn, id)).body.waitlist_position).toBe(2);
    expect(await events('session.waitlist_changed')).toMatchObject([
      { data: { waitlist_count: 1, available_spots: 0 }, except_ids: [cast.dov.id] },
      { data: { waitlist_count: 2 } },
    ]);
    const why = async (person: CastMember, session: string) => (await wait(person, session)).error.code;
    expect(await why(cast.cleo, id)).toBe('already_on_waitlist');
    expect(await why(cast.ben, id)).toBe('already_joined');
    expect(await why(cast.cleo, await add())).toBe('not_full');
    expect(await why(cast.cleo, await add({ max_participants: 1, in: -1 }))).toBe('session_started');
    expect(await why(cast.cleo, await add({ max_participants: 1, fitness_level_min: 'advanced' }))).toBe(
      'level_not_met',
    );
    expect(await why(cast.cleo, await add({ max_participants: 1, gender_preference: 'male' }))).toBe('gender_not_met');
  });

  test('is offered in lists to the same members, and to no others', async () => {
    const { cast } = app();
    const open = await add({ with: [cast.ben] });
    const forAdvanced = await add({ max_participants: 1, fitness_level_min: 'advanced' });
    const offers = async (person: CastMember) => {
      const { results } = (await (await app().as(person)).listSessions()).body;
      return results.flatMap(({ id, can_wait }) => (can_wait ? [id] : []));
    };
    expect(await offers(cast.cleo)).toEqual([open]);
    await wait(cast.cleo, open);
    expect(await offers(cast.cleo)).toEqual([]);
    await app().db.updateTable('users').set({ fitness_level: 'advanced' }).where('id', '=', cast.finn.id).execute();
    expect((await offers(cast.finn)).toSorted()).toEqual([open, forAdvanced].toSorted());
  });

  test('stands still while the organization is switched off, and moves on when it is back', async () => {
    const { cast, db } = app();
    const set = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.ironHarbour).execute();
    const id = await add({ with: [cast.ben] });
    for (const person of [cast.cleo, cast.finn]) await wait(person, id);
    await leave(cast.ben, id);
    const offered = [
      [cast.cleo.id, 'offered'],
      [cast.finn.id, 'waiting'],
    ];
    expect(await line(id)).toEqual(offered);
    await set(false);
    await offersAge(72);
    await app().pool.query('update graphile_worker._private_jobs set run_at = now()');
    await aMinutePasses();
    expect(await line(id)).toEqual(offered);
    await set(true);
    await aMinutePasses();
    expect(await line(id)).toEqual([
      [cast.cleo.id, 'expired'],
      [cast.finn.id, 'offered'],
    ]);
  });

  test('is hidden from blocked members and other organizations, and closed to a super admin inside', async () => {
    const { cast } = app();
    const id = await add({ max_participants: 1 });
    for (const person of [cast.dov, cast.eve, cast.demi])
      for (const answer of [await wait(person, id), await accept(person, id), await letGo(person, id)])
        expect(answer.error.code).toBe('session_not_found');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.getSession({ params: { id } })).body.can_wait).toBe(false);
    expect((await inside.joinWaitlist({ params: { id } })).error.code).toBe('emulation_not_allowed');
    expect((await app().visitor.joinWaitlist({ params: { id } })).status).toBe(401);
  });

  test('holds a freed spot for the first member, and for no other', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben], title: 'Pull day' });
    await wait(cast.cleo, id);
    await wait(cast.finn, id);
    await leave(cast.ben, id);
    expect(await line(id)).toEqual([
      [cast.cleo.id, 'offered'],
      [cast.finn.id, 'waiting'],
    ]);
    expect(await counts(id)).toEqual({ current_participants: 1, held_spots: 1, waitlist_count: 1 });
    const forCleo = await seen(cast.cleo, id);
    expect(forCleo).toMatchObject({ waitlist_reason: 'your_turn', can_join: true });
    expect(Date.parse(forCleo.offer_expires_at ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(await seen(cast.finn, id)).toMatchObject({ waitlist_reason: 'offered_to_others', can_join: false });
    expect(await events('session.spot_offered')).toMatchObject([
      { user_ids: [cast.cleo.id], data: { session_id: id, offer_expires_at: forCleo.offer_expires_at } },
    ]);
    expect(await titles(cast.cleo)).toEqual([
      expect.stringMatching(/^A spot in Pull day is yours until (today|tomorrow), \d+/),
    ]);
    expect(await titles(cast.finn)).toEqual([]);
    for (const person of [cast.ben, cast.olga, cast.finn])
      expect((await join(person, id)).error.error).toBe('Session is full');
    expect((await accept(cast.finn, id)).error.code).toBe('session_full');

    const { status, body } = await accept(cast.cleo, id);
    expect([status, body.is_participant, body.is_waitlisted]).toEqual([200, true, false]);
    expect(await counts(id)).toEqual({ current_participants: 2, held_spots: 0, waitlist_count: 1 });
    expect(await titles(cast.ana)).toContain('Cleo joined Pull day');
  });

  test('claims an offer once across repeated taps, and also by joining', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    await wait(cast.cleo, id);
    await leave(cast.ben, id);
    const answers = await Promise.all([1, 2, 3].map(() => accept(cast.cleo, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await counts(id)).toMatchObject({ current_participants: 2, held_spots: 0 });
    expect(await events('session.joined')).toHaveLength(1);

    const other = await add({ with: [cast.ben] });
    await wait(cast.cleo, other);
    await leave(cast.ben, other);
    expect((await join(cast.cleo, other)).status).toBe(200);
    expect(await line(other)).toEqual([[cast.cleo.id, 'accepted']]);
  });

  test('passes a declined or expired offer to the next member, and rejects a late claim', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    for (const person of [cast.cleo, cast.finn, cast.olga]) await wait(person, id);
    await leave(cast.ben, id);
    expect((await letGo(cast.cleo, id)).body.is_waitlisted).toBe(false);
    expect(await line(id)).toEqual([
      [cast.cleo.id, 'declined'],
      [cast.finn.id, 'offered'],
      [cast.olga.id, 'waiting'],
    ]);
    expect((await letGo(cast.cleo, id)).error.code).toBe('not_on_waitlist');
    expect((await accept(cast.cleo, id)).error.code).toBe('not_on_waitlist');

    await offersAge(25);
    const late = await accept(cast.finn, id);
    expect([late.status, late.error.code]).toEqual([410, 'offer_expired']);
    await Promise.all([aMinutePasses(), aMinutePasses()]);
    await aMinutePasses();
    expect(await line(id)).toEqual([
      [cast.cleo.id, 'declined'],
      [cast.finn.id, 'expired'],
      [cast.olga.id, 'offered'],
    ]);
    expect((await accept(cast.finn, id)).error.code).toBe('offer_expired');
    expect(await events('session.spot_offered')).toHaveLength(3);
    expect(await titles(cast.olga)).toHaveLength(1);
  });

  test('notifies a member once when an offer expires, replacing an unread offer, unless switched off', async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben], title: 'Pull day' });
    for (const person of [cast.cleo, cast.finn, cast.olga]) await wait(person, id);
    await leave(cast.ben, id);
    const runOut = async () => {
      await offersAge(25);
      await aMinutePasses();
      await aMinutePasses();
    };
    await runOut();
    expect(await titles(cast.cleo)).toEqual(['Your held spot in Pull day went to the next person on the waitlist']);
    expect(await titles(cast.finn)).toEqual([expect.stringMatching(/^A spot in Pull day is yours until /)]);

    await (await app().as(cast.finn)).markAllNotificationsRead();
    await db
      .insertInto('notification_preferences')
      .values({ user_id: cast.olga.id, kind: 'spot_freed', channel: 'in_app', enabled: false })
      .execute();
    await runOut();
    expect(await titles(cast.finn)).toEqual([
      'Your held spot in Pull day went to the next person on the waitlist',
      expect.stringMatching(/^A spot in Pull day is yours until /),
    ]);
    await runOut();
    expect(await titles(cast.olga)).toEqual([]);
    await db.deleteFrom('notification_preferences').where('user_id', '=', cast.olga.id).execute();

    const last = await add({ with: [cast.ben], title: 'Push day' });
    await wait(cast.cleo, last);
    await leave(cast.ben, last);
    await runOut();
    expect((await titles(cast.cleo))[0]).toBe("Your held spot in Push day ran out. It's still free, so you can join");
    expect((await seen(cast.cleo, last)).can_join).toBe(true);
  });

  test('advances at the moment an offer expires', async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben] });
    await wait(cast.cleo, id);
    await wait(cast.finn, id);
    await leave(cast.ben, id);
    const due = async () =>
      (await app().pool.query(`select run_at from graphile_worker.jobs where key = $1`, [`waitlist:${id}`])).rows;
    const { offer_expires_at } = await seen(cast.cleo, id);
    expect(await due()).toEqual([{ run_at: new Date(offer_expires_at ?? '') }]);
    await offersAge(25);
    await app().pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
      `waitlist:${id}`,
    ]);
    await app().runJobs();
    expect((await line(id)).map(([, status]) => status)).toEqual(['expired', 'offered']);
    expect(await due()).toHaveLength(1);
    await db.deleteFrom('sessions').execute();
  });

  test('skips members who can no longer join, and offers several free spots to several members', async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben] });
    for (const person of [cast.cleo, cast.finn, cast.olga]) await wait(person, id);
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.cleo.id).execute();
    await db.updateTable('sessions').set({ max_participants: 5 }).where('id', '=', id).execute();
    await aMinutePasses();
    expect((await line(id)).map(([, status]) => status)).toEqual(['expired', 'offered', 'offered']);
    expect(await counts(id)).toEqual({ current_participants: 2, held_spots: 2, waitlist_count: 0 });
    expect((await seen(cast.ana, id)).available_spots).toBe(1);
    await db.updateTable('users').set({ is_active: true }).where('id', '=', cast.cleo.id).execute();
  });

  test("advances when a participant's account is deleted, and ends with the session", async () => {
    const { cast, db } = app();
    const leaver = { ...cast.ben, id: newId() };
    await db
      .insertInto('users')
      .values({
        id: leaver.id,
        organization_id: cast.organizations.ironHarbour,
        email: 'gone@ironharbour.example',
        first_name: 'Gone',
      })
      .execute();
    const id = await add({ with: [leaver] });
    await wait(cast.cleo, id);
    await wait(cast.finn, id);
    await db.deleteFrom('users').where('id', '=', leaver.id).execute();
    await aMinutePasses();
    expect((await line(id)).map(([, status]) => status)).toEqual(['offered', 'waiting']);
    await app().pool.query(
      `update sessions set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where id = $1`,
      [id],
    );
    expect((await accept(cast.cleo, id)).error.code).toBe('session_started');
    await aMinutePasses();
    expect(await counts(id)).toEqual({ current_participants: 1, held_spots: 0, waitlist_count: 0 });
  });
});

describe('during quiet hours', () => {
  test('makes no offers, and reserves the spot for the waitlist until the morning', async () => {
    const { cast } = app();
    await theHourIs(23);
    const id = await add({ with: [cast.ben] });
    await wait(cast.cleo, id);
    await wait(cast.finn, id);
    await leave(cast.ben, id);
    await aMinutePasses();
    expect(await counts(id)).toEqual({ current_participants: 1, held_spots: 0, waitlist_count: 2 });
    expect(await titles(cast.cleo)).toEqual([]);
    expect((await join(cast.olga, id)).error.error).toBe('Session is full');
    const forFinn = await seen(cast.finn, id);
    expect(forFinn).toMatchObject({ waitlist_reason: 'quiet_hours', available_spots: 0, can_join: false });
    const { rows } = await app().pool.query(`select run_at from graphile_worker.jobs where key = $1`, [
      `waitlist:${id}`,
    ]);
    expect(rows).toEqual([{ run_at: new Date(forFinn.next_offer_at ?? '') }]);

    await theHourIs(8);
    await aMinutePasses();
    expect((await line(id)).map(([, status]) => status)).toEqual(['offered', 'waiting']);
    expect(await titles(cast.cleo)).toHaveLength(1);
  });

  test('lets the next member claim the spot without an offer', async () => {
    const { cast } = app();
    await theHourIs(23);
    const id = await add({ with: [cast.ben] });
    await wait(cast.cleo, id);
    await wait(cast.finn, id);
    await leave(cast.ben, id);
    expect((await seen(cast.cleo, id)).can_join).toBe(true);
    expect((await accept(cast.finn, id)).error.code).toBe('session_full');
    expect((await accept(cast.cleo, id)).status).toBe(200);
    expect(await counts(id)).toEqual({ current_participants: 2, held_spots: 0, waitlist_count: 1 });
  });

  test('offers a spot at once for a session that same night, and leaves surplus spots to anyone', async () => {
    const { cast, db } = app();
    await theHourIs(2);
    const id = await add({ with: [cast.ben], in: 120 });
    await wait(cast.cleo, id);
    await leave(cast.ben, id);
    expect((await line(id)).map(([, status]) => status)).toEqual(['offered']);

    const later = await add({ with: [cast.ben] });
    await wait(cast.cleo, later);
    await db.updateTable('sessions').set({ max_participants: 4 }).where('id', '=', later).execute();
    expect((await seen(cast.finn, later)).available_spots).toBe(1);
    expect((await join(cast.finn, later)).status).toBe(200);
    expect((await join(cast.olga, later)).error.code).toBe('session_full');
  });
});
