import { dailyLimits } from '@spotter/contract/limits.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('rate_limits').execute();
});

type Past = Omit<Parameters<typeof addSession>[1], 'gym' | 'host'> & { host?: CastMember; came?: CastMember[] };

/** A session that ended two hours ago, with those who were checked in. */
async function past({ came = [], ...more }: Past = {}): Promise<string> {
  const { db, cast } = app();
  const { ana, ben, cleo, finn } = cast;
  const session = { gym: cast.gyms.barangaroo, host: ana, with: [ben, cleo, finn], in: -180, ...more };
  const id = await addSession(db, session);
  const ids = came.map((member) => member.id);
  if (ids.length > 0)
    await db
      .updateTable('session_participants')
      .set({ attended: true, checked_in_at: new Date() })
      .where('session_id', '=', id)
      .where('user_id', 'in', ids)
      .execute();
  return id;
}

const finishesOf = async (member: CastMember) => (await (await app().as(member)).listFinishes()).body.results;
const kudos = async (member: CastMember, id: string) => (await app().as(member)).giveKudos({ params: { id } });
const titlesFor = async (member: CastMember) =>
  (await (await app().as(member)).listNotifications()).body.results.map(({ title }) => title);

describe('looking back on a session', () => {
  test('says how many came, and how often the reader has trained with each of them', async () => {
    const { ana, ben, cleo, finn } = app().cast;
    await past({ with: [cleo], in: -5 * 24 * 60 });
    await past({ with: [cleo], in: -6 * 24 * 60 });
    await past({ with: [ben], in: -7 * 24 * 60 });
    const id = await past({ came: [ana, ben, cleo] });
    // A later one isn't counted by the one before it.
    await past({ with: [cleo], in: -70, title: 'Stretch' });
    const [stretch, legDay, ...others] = await finishesOf(ana);
    expect(others).toEqual([]);
    expect(stretch).toMatchObject({ is_recorded: false, came: 2, of: 2, people: [{ times: 4 }] });
    expect(legDay).toMatchObject({ is_recorded: true, came: 3, of: 4, has_given_kudos: false, kudos_count: 0 });
    expect(legDay?.session).toMatchObject({ id, title: 'Leg day', attended: true });
    expect(legDay?.people.map(({ person, times }) => [person.id, times])).toEqual([
      [cleo.id, 3],
      [ben.id, 2],
    ]);
    // Finn was in it, but nobody saw him: he is asked.
    expect((await finishesOf(finn))[0]).toMatchObject({ is_recorded: true, session: { attended: null } });
  });

  test("is there from the end of the session until noon the next day, by the gym's clock", async () => {
    const { cast, db } = app();
    const id = await past({ in: -30 });
    expect(await finishesOf(cast.ben)).toEqual([]);
    const endAt = async (wall: string) => {
      const ends = sql<Date>`${wall}::timestamp at time zone 'Australia/Sydney'`;
      await db
        .updateTable('sessions')
        .set({ ends_at: ends, starts_at: sql`${ends} - interval '1 hour'` })
        .where('id', '=', id)
        .execute();
      return (await finishesOf(cast.ben)).length;
    };
    const wall = (daysAgo: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Sydney' }).format(Date.now() - daysAgo * 86_400_000);
    const isMorning =
      Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Sydney', hour: '2-digit' }).format()) < 12;
    expect(await endAt(`${wall(1)} 23:30`)).toBe(isMorning ? 1 : 0);
    expect(await endAt(`${wall(2)} 23:30`)).toBe(0);
    expect(await endAt(`${wall(0)} 00:00:01`)).toBe(1);
  });

  test('is for those who were in it, may see it and were not missed', async () => {
    const { cast, db } = app();
    const { ana, ben, cleo, dov, eve, olga } = cast;
    const id = await past({ with: [ben, dov], came: [ana, dov] });
    await past({ status: 'cancelled', cancelled_at: new Date(), with: [] });
    for (const stranger of [cleo, eve, olga]) expect(await finishesOf(stranger)).toEqual([]);
    // The host has blocked him, so the session doesn't exist for him; nor does he for her.
    expect(await finishesOf(dov)).toEqual([]);
    expect((await finishesOf(ana))[0]).toMatchObject({ came: 1, of: 2, people: [] });
    await db.updateTable('session_participants').set({ attended: false }).where('user_id', '=', ben.id).execute();
    expect(await finishesOf(ben)).toEqual([]);
    expect((await finishesOf(ana))[0]?.session.id).toBe(id);
  });

  test('lets a member who forgot to check in say that they came, and nobody else', async () => {
    const { ana, ben, cleo } = app().cast;
    const id = await past({ came: [ana] });
    const late = async (member: CastMember, body: { user_ids?: string[]; attended?: boolean } = {}) =>
      (await (await app().as(member)).checkIn({ params: { id }, body })).status;
    expect(await late(ana, { user_ids: [cleo.id] })).toBe(409);
    expect(await late(ana, { attended: false })).toBe(409);
    expect(await late(ben)).toBe(200);
    expect((await finishesOf(ben))[0]).toMatchObject({ came: 2, session: { attended: true } });
  });

  test('names the session at the same time next week, of the series or of someone who was in it', async () => {
    const { ana, ben, cleo, dov } = app().cast;
    const { db, cast } = app();
    await past({ with: [ben, dov] });
    const next = async (reader: CastMember) => (await finishesOf(reader))[0]?.next_week ?? null;
    expect(await next(ben)).toBeNull();
    const [{ starts_at }] = (await db.selectFrom('sessions').select('starts_at').execute()) as [{ starts_at: Date }];
    const wallWeek = new Date(starts_at.getTime() + 7 * 86_400_000);
    const plan = (host: CastMember, more: object = {}) =>
      addSession(db, { gym: cast.gyms.barangaroo, host, starts_at: wallWeek, ...more });
    // For someone else alone.
    await plan(ana, { max_participants: 2, invite_only: true });
    const cleos = await plan(cleo);
    await plan(dov);
    await plan(ana, { workout_type: 'cardio' });
    await plan(ana, { max_participants: 2, with: [cleo] });
    expect(await next(ana)).toMatchObject({ host: { id: ana.id }, is_participant: true });
    expect(await next(ben)).toMatchObject({ host: { id: dov.id } });
    const id = await plan(ana, { with: [ben] });
    expect(await next(ben)).toMatchObject({ id, host: { id: ana.id }, is_participant: true });
    // Wherever the reader already is at that time, there is nothing to plan.
    await db.deleteFrom('sessions').where('id', '=', id).execute();
    await (await app().as(ben)).joinSession({ params: { id: cleos } });
    expect(await next(ben)).toMatchObject({ id: cleos, is_participant: true });
  });
});

describe('kudos', () => {
  test('reach everyone else who came, once, folded into one notification', async () => {
    const { ana, ben, cleo, finn } = app().cast;
    const id = await past({ came: [ana, ben, cleo] });
    const { status, body } = await kudos(ana, id);
    expect([status, body.has_given_kudos, body.kudos_count]).toEqual([200, true, 0]);
    expect(await titlesFor(ben)).toEqual(['Ana gave you kudos for Leg day']);
    // Finn wasn't seen there.
    expect(await titlesFor(finn)).toEqual([]);
    expect((await kudos(finn, id)).error.code).toBe('not_a_participant');

    await (await app().as(ben)).markAllNotificationsRead();
    expect((await kudos(ana, id)).status).toBe(200);
    expect(await titlesFor(ben)).toHaveLength(1);
    await kudos(cleo, id);
    await kudos(ben, id);
    expect(await titlesFor(ana)).toEqual(['Ben and 1 other gave you kudos for Leg day']);
    expect((await finishesOf(ana))[0]).toMatchObject({
      kudos_count: 2,
      kudos_from: [{ id: cleo.id }, { id: ben.id }],
    });
  });

  test('are given once, however many taps arrive at the same moment', async () => {
    const { ana, ben } = app().cast;
    const id = await past();
    const answers = await Promise.all(Array.from({ length: 5 }, () => kudos(ana, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const used = await app()
      .db.selectFrom('rate_limits')
      .select('used')
      .where('bucket', '=', `kudos:${ana.id}`)
      .execute();
    expect(used).toEqual([{ used: 1 }]);
    expect(await titlesFor(ben)).toEqual(['Ana gave you kudos for Leg day']);
  });

  test('neither cross a block nor count across it', async () => {
    const { ana, ben, dov } = app().cast;
    const id = await past({ host: ben, with: [ana, dov] });
    await kudos(dov, id);
    await kudos(ana, id);
    expect(await titlesFor(ana)).toEqual([]);
    expect(await titlesFor(dov)).toEqual([]);
    expect((await finishesOf(ana))[0]).toMatchObject({ came: 2, of: 2, kudos_count: 0, kudos_from: [] });
    expect(await titlesFor(ben)).toEqual(['Ana and 1 other gave you kudos for Leg day']);
  });

  test('are refused before the end, after noon the next day, for strangers, and beyond the limit of the day', async () => {
    const { ana, cleo, eve } = app().cast;
    const code = async (member: CastMember, id: string) => (await kudos(member, id)).error.code;
    expect(await code(ana, await past({ in: -30 }))).toBe('kudos_closed');
    expect(await code(ana, await past({ in: -60 * 40 }))).toBe('kudos_closed');
    const id = await past({ with: [] });
    expect(await code(cleo, id)).toBe('not_a_participant');
    expect(await code(eve, id)).toBe('session_not_found');
    expect(await code(ana, newId())).toBe('session_not_found');
    await app()
      .db.insertInto('rate_limits')
      .values({
        bucket: `kudos:${ana.id}`,
        used: dailyLimits.kudos[0].most,
        resets_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const { status, error } = await kudos(ana, id);
    expect([status, error.error]).toEqual([429, 'You can give more kudos in 60 minutes.']);
    expect((await finishesOf(ana))[0]?.has_given_kudos).toBe(false);
  });
});
