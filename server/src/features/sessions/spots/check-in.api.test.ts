import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';
import { remindOfSessions } from '../reminders/reminders.jobs.ts';

const app = useTestApp();

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, in: 10, ...more });
const events = async (type: string) =>
  app().db.selectFrom('live_events').selectAll().where('type', '=', type).orderBy('seq').execute();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('live_events').execute();
  await db.deleteFrom('notification_preferences').execute();
});

describe('checking in', () => {
  const checkIn = async (person: CastMember, id: string, body: { user_ids?: string[]; attended?: boolean } = {}) =>
    (await app().as(person)).checkIn({ params: { id }, body });
  const came = async (id: string) =>
    app()
      .db.selectFrom('session_participants')
      .select(['user_id', 'attended', 'checked_in_by'])
      .where('session_id', '=', id)
      .where('attended', 'is not', null)
      .execute();

  test("takes one tap, can be undone, and is visible to the session's members", async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    const { status, body } = await checkIn(cast.ben, id);
    expect([status, body.checked_in_user_ids, body.attended]).toEqual([200, [cast.ben.id], true]);
    expect(await came(id)).toEqual([{ user_id: cast.ben.id, attended: true, checked_in_by: cast.ben.id }]);
    await checkIn(cast.ben, id);
    const taken = await checkIn(cast.ben, id, { attended: false });
    expect([taken.body.checked_in_user_ids, taken.body.attended]).toEqual([[], null]);
    expect(await came(id)).toEqual([]);
    const told = await events('session.checked_in');
    expect(told.map(({ data }) => data)).toMatchObject([
      { session_id: id, user_ids: [cast.ben.id], attended: true },
      { session_id: id, user_ids: [cast.ben.id], attended: false },
    ]);
    expect([...(told[0]?.user_ids ?? [])].sort()).toEqual([cast.ana.id, cast.ben.id, cast.cleo.id].sort());
  });

  test('is open from half an hour before the start to half an hour after it', async () => {
    const { cast } = app();
    for (const minutes of [29, -29]) expect((await checkIn(cast.ana, await add({ in: minutes }))).status).toBe(200);
    for (const minutes of [31, -31]) {
      const { status, error } = await checkIn(cast.ana, await add({ in: minutes }));
      expect([status, error.code]).toEqual([409, 'check_in_closed']);
    }
    const seen = async (minutes: number) => {
      const id = await add({ in: minutes });
      const { body } = await (await app().as(cast.ana)).getSession({ params: { id } });
      return [body.can_check_in, body.can_check_in_others];
    };
    expect([await seen(29), await seen(31)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test("of others is allowed to the host and the gym's managers, including a super admin inside", async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo], in: -20 });
    const both = { user_ids: [cast.ben.id, cast.cleo.id] };
    expect((await checkIn(cast.ben, id, both)).error.code).toBe('access_denied');
    expect((await checkIn(cast.ana, id, both)).body.checked_in_user_ids).toEqual([...both.user_ids].sort());
    expect((await checkIn(cast.finn, id, { ...both, attended: false })).body.checked_in_user_ids).toEqual([]);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.checkIn({ params: { id }, body: both })).status).toBe(200);
    expect((await came(id)).map(({ checked_in_by }) => checked_in_by)).toEqual([cast.sam.id, cast.sam.id]);
    expect((await inside.checkIn({ params: { id }, body: {} })).error.code).toBe('emulation_not_allowed');
    for (const stranger of [cast.finn.id, cast.eve.id, newId()])
      expect((await checkIn(cast.ana, id, { user_ids: [cast.ben.id, stranger] })).error.code).toBe('user_not_found');
  });

  test('is refused to non-members, other organizations, and in cancelled sessions', async () => {
    const { cast } = app();
    const id = await add();
    expect((await checkIn(cast.cleo, id)).error.code).toBe('not_a_participant');
    for (const person of [cast.dov, cast.eve, cast.demi])
      expect((await checkIn(person, id)).error.code).toBe('session_not_found');
    expect((await app().visitor.checkIn({ params: { id }, body: {} })).status).toBe(401);
    await app().pool.query(`update sessions set status = 'cancelled', cancelled_at = now() where id = $1`, [id]);
    expect((await checkIn(cast.ana, id)).error.code).toBe('session_cancelled');
  });

  test('is not announced across a block', async () => {
    const { cast } = app();
    const id = await add({ host: cast.ben, with: [cast.ana, cast.dov, cast.cleo] });
    await checkIn(cast.ben, id, { user_ids: [cast.ana.id, cast.dov.id] });
    const told = await events('session.checked_in');
    const heard = (person: CastMember) =>
      told
        .filter(({ user_ids }) => user_ids?.includes(person.id))
        .flatMap(({ data }) => (data as { user_ids: string[] }).user_ids)
        .sort();
    expect(heard(cast.ana)).toEqual([cast.ana.id]);
    expect(heard(cast.dov)).toEqual([cast.dov.id]);
    expect(heard(cast.cleo)).toEqual([cast.ana.id, cast.dov.id].sort());
  });
});

describe('reminders', () => {
  const titles = async (person: CastMember) =>
    (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
  async function aMinutePasses() {
    await enqueue(app().db, remindOfSessions, {});
    await app().runJobs();
  }
  const joinedAgo = (id: string, person: CastMember, minutes: number) =>
    app().pool.query(
      `update session_participants set joined_at = now() - make_interval(mins => $3) where session_id = $1 and user_id = $2`,
      [id, person.id, minutes],
    );
  const nextIn = (id: string, minutes: number) =>
    app().pool.query(
      `update sessions set ends_at = now() + make_interval(mins => $2 + 60), starts_at = now() + make_interval(mins => $2) where id = $1`,
      [id, minutes],
    );

  test('are sent an hour and fifteen minutes before, once each, however often the job runs', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben], in: 62 });
    await joinedAgo(id, cast.ana, 500);
    await aMinutePasses();
    expect(await titles(cast.ana)).toEqual([]);
    await nextIn(id, 59);
    await joinedAgo(id, cast.ben, 0);
    await Promise.all([aMinutePasses(), aMinutePasses()]);
    await aMinutePasses();
    expect(await titles(cast.ana)).toEqual(['Leg day starts in 1 hour']);
    expect(await titles(cast.ben)).toEqual([]);
    await nextIn(id, 14);
    await joinedAgo(id, cast.ben, 20);
    await aMinutePasses();
    await aMinutePasses();
    expect(await titles(cast.ana)).toEqual(['Leg day starts in 15 minutes', 'Leg day starts in 1 hour']);
    expect(await titles(cast.ben)).toEqual(['Leg day starts in 15 minutes']);
  });

  test('skip cancelled and started sessions, members who left, and marks long past', async () => {
    const { cast, db } = app();
    const early = async (more: Partial<Parameters<typeof addSession>[1]>) => {
      const id = await add({ with: [cast.ben], ...more });
      for (const person of [cast.ana, cast.ben]) await joinedAgo(id, person, 500);
      return id;
    };
    const cancelled = await early({ in: 59 });
    await app().pool.query(`update sessions set status = 'cancelled', cancelled_at = now() where id = $1`, [cancelled]);
    await early({ in: -1 });
    await early({ in: 40 });
    await early({ in: 4 });
    const left = await early({ in: 14 });
    await (await app().as(cast.ben)).leaveSession({ params: { id: left }, body: {} });
    await db.deleteFrom('notifications').execute();
    await aMinutePasses();
    expect(await titles(cast.ana)).toEqual(['Leg day starts in 15 minutes']);
    expect(await titles(cast.ben)).toEqual([]);
  });

  test("respect the member's settings, and go by mail on request", async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben], in: 59 });
    for (const person of [cast.ana, cast.ben]) await joinedAgo(id, person, 500);
    await db
      .insertInto('notification_preferences')
      .values([
        { user_id: cast.ana.id, kind: 'session_starts_soon', channel: 'in_app', enabled: false },
        { user_id: cast.ben.id, kind: 'session_starts_soon', channel: 'email', enabled: true },
      ])
      .execute();
    await aMinutePasses();
    await aMinutePasses();
    expect(await titles(cast.ana)).toEqual([]);
    expect(await titles(cast.ben)).toHaveLength(1);
    expect(await app().mailsTo(cast.ben.email)).toHaveLength(1);
    expect(await app().mailsTo(cast.ana.email)).toHaveLength(0);
  });
});
