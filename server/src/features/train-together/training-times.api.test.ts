import { wallAt } from '@spotter/contract/wall-clock.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();
const ZONE = 'Australia/Sydney';
const HOUR = 3_600_000;

const unknownTo = { preferred_times: [], usual_times_shown_to: 'everyone', favourite_workouts: [], is_active: true };

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['sessions', 'conversations', 'notifications', 'operating_hours', 'schedule_overrides'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('users').set(unknownTo).execute();
  // Only acquaintances are added to groups.
  await addFriends(db, cast.ben, [cast.ana, cast.cleo, cast.dov]);
  await openDaily(db, {
    organizationId: cast.organizations.ironHarbour,
    gymId: cast.gyms.barangaroo,
    opens: '06:00',
    closes: '22:00',
  });
});

const set = (person: CastMember, values: object) =>
  app().db.updateTable('users').set(values).where('id', '=', person.id).execute();

/** A session so many days ago, about now by the clock, moved to a full hour; answers the hour at the gym. */
async function trained(person: CastMember, days: number, hour: number, more = {}) {
  const { db, cast } = app();
  const near = new Date(Date.now() - days * 24 * HOUR);
  const shown = Number(wallAt(near, ZONE).time.slice(0, 2));
  const starts_at = new Date(Math.floor(near.getTime() / HOUR) * HOUR + (hour - shown) * HOUR);
  return addSession(db, { gym: cast.gyms.barangaroo, host: person, starts_at, ...more });
}

const timesWith = async (reader: CastMember, other: { id: string }) =>
  (await app().as(reader)).listTimesWithMember({ params: { id: other.id } });
const clockOf = (times: { start_time: string }[]) =>
  times.map(({ start_time }) => wallAt(Date.parse(start_time), ZONE).time);

describe('times to train together', () => {
  test('are three at which both usually train, at their gym, with what both train', async () => {
    const { cast } = app();
    for (const days of [3, 8, 15]) {
      await trained(cast.ana, days, 18, { workout_type: 'cardio' });
      await trained(cast.cleo, days + 1, 18, { workout_type: 'cardio' });
      await trained(cast.ana, days, 7);
      await trained(cast.cleo, days, 12, { workout_type: 'sports' });
    }
    const { body } = await timesWith(cast.ana, cast.cleo);
    expect(body).toMatchObject({
      gym: { id: cast.gyms.barangaroo, timezone: ZONE },
      people: 1,
      workout_type: 'cardio',
      duration_minutes: 60,
    });
    expect(clockOf(body.times)).toEqual(['18:00', '18:00', '18:00']);
    expect(body.times.map(({ basis, can_come }) => [basis, can_come])).toEqual(Array(3).fill(['shared', 1]));
    expect(new Set(body.times.map(({ start_time }) => start_time.slice(0, 10))).size).toBe(3);
  });

  test('leave out sessions of either and hours at which the gym is closed', async () => {
    const { db, cast } = app();
    await set(cast.ana, { preferred_times: ['evening'] });
    await set(cast.cleo, { preferred_times: ['evening'] });
    const before = (await timesWith(cast.ana, cast.cleo)).body.times;
    expect(before.map(({ basis }) => basis)).toEqual(['shared', 'shared', 'shared']);
    const [first, second] = before;
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, starts_at: first!.start_time, minutes: 30 });
    const day = wallAt(Date.parse(second!.start_time), ZONE).day;
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: cast.organizations.ironHarbour,
        id: newId(),
        gym_id: cast.gyms.barangaroo,
        first_day: day,
        last_day: day,
        closed: true,
      })
      .execute();
    const after = (await timesWith(cast.ana, cast.cleo)).body.times;
    expect(after).toHaveLength(3);
    expect(after.map(({ start_time }) => start_time)).not.toContain(first!.start_time);
    for (const { start_time } of after) expect(wallAt(Date.parse(start_time), ZONE).day).not.toBe(day);
  });

  test('come close when there is no common one, and stay inside opening hours', async () => {
    const { cast } = app();
    await set(cast.ana, { preferred_times: ['early_morning'] });
    await set(cast.cleo, { preferred_times: ['night'] });
    const { times } = (await timesWith(cast.ana, cast.cleo)).body;
    expect(times).toHaveLength(3);
    for (const { basis } of times) expect(['near', 'open']).toContain(basis);
    for (const clock of clockOf(times)) expect(clock >= '06:00' && clock <= '21:00').toBe(true);
  });

  test('give only reasons that are known', async () => {
    const { cast } = app();
    const bases = async () => new Set((await timesWith(cast.ana, cast.cleo)).body.times.map(({ basis }) => basis));
    expect(await bases()).toEqual(new Set(['open']));
    await set(cast.cleo, { preferred_times: ['evening'] });
    expect(await bases()).toEqual(new Set(['theirs']));
    await set(cast.ana, { preferred_times: ['evening'] });
    expect(await bases()).toEqual(new Set(['shared']));
  });

  test.each(['nobody', 'friends'])('tell nothing of usual times shown to %s', async (shown) => {
    const { cast } = app();
    await set(cast.ana, { preferred_times: ['morning'] });
    const without = (await timesWith(cast.ana, cast.cleo)).body;
    expect(without.times[0]).toMatchObject({ basis: 'yours', can_come: 0 });
    await set(cast.cleo, { preferred_times: ['evening'], usual_times_shown_to: shown });
    for (const days of [2, 9]) await trained(cast.cleo, days, 10, { workout_type: 'sports' });
    expect((await timesWith(cast.ana, cast.cleo)).body).toEqual(without);
    await set(cast.cleo, { usual_times_shown_to: 'everyone' });
    expect((await timesWith(cast.ana, cast.cleo)).body.times[0]).toMatchObject({ basis: 'shared' });
  });

  test('say how many of a group can, without those hidden from the reader', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const user_ids = [cast.ana.id, cast.cleo.id, cast.dov.id];
    const group = (await ben.createGroupConversation({ body: { name: 'Lifters', user_ids } })).body.id;
    for (const person of [cast.ana, cast.ben, cast.cleo, cast.dov])
      await set(person, { preferred_times: [person === cast.ben ? 'morning' : 'evening'] });
    const ask = async (person: CastMember) =>
      (await (await app().as(person)).listTimesWithConversation({ params: { id: group } })).body;
    // Ana and Dov have blocked each other.
    expect(await ask(cast.ana)).toMatchObject({ people: 2, times: Array(3).fill({ can_come: 1, basis: 'shared' }) });
    expect(await ask(cast.cleo)).toMatchObject({ people: 3, times: Array(3).fill({ can_come: 2 }) });
    const eve = await app().as(cast.eve);
    const foreign = await eve.listTimesWithConversation({ params: { id: group } });
    expect(foreign.error.code).toBe('conversation_not_found');
  });

  test('say when the first message still waits for an answer, because then nobody can be invited', async () => {
    const { cast } = app();
    const waits = async (reader: CastMember, other: CastMember) => (await timesWith(reader, other)).body.request_waits;
    expect(await waits(cast.ana, cast.cleo)).toBe(false);
    const ana = await app().as(cast.ana);
    const { body: chat } = await ana.openDirectConversation({ body: { user_id: cast.cleo.id } });
    await ana.sendMessage({ params: { id: chat.id }, body: { content: 'Hi', client_nonce: newId() } });
    expect(await waits(cast.ana, cast.cleo)).toBe(true);
    expect((await ana.listTimesWithConversation({ params: { id: chat.id } })).body.request_waits).toBe(true);
    expect(await waits(cast.cleo, cast.ana)).toBe(false);
    await (await app().as(cast.cleo)).acceptConversation({ params: { id: chat.id } });
    expect(await waits(cast.ana, cast.cleo)).toBe(false);
  });

  test('have no gym when the two share none, and exist for no stranger', async () => {
    const { db, cast } = app();
    const moveTo = async (gym_id: string) => {
      await db.deleteFrom('user_gyms').where('user_id', '=', cast.cleo.id).execute();
      const organization_id = cast.organizations.ironHarbour;
      await db.insertInto('user_gyms').values({ organization_id, user_id: cast.cleo.id, gym_id }).execute();
    };
    await moveTo(cast.gyms.fremantle);
    expect((await timesWith(cast.ana, cast.cleo)).body).toMatchObject({ gym: null, people: 0, times: [] });
    const ana = await app().as(cast.ana);
    const start_time = new Date(`${dayFromNow(3)}T01:00:00Z`).toISOString();
    const body = { gym_id: cast.gyms.barangaroo, workout_type: 'strength', title: 'Strength', start_time } as const;
    const params = { id: cast.cleo.id };
    const refused = await ana.trainWithMember({ params, body: { ...body, client_nonce: newId() } });
    expect(refused.error.code).toBe('gym_not_found');
    await moveTo(cast.gyms.barangaroo);
    for (const other of [cast.eve, cast.dov, { id: newId() }])
      expect((await timesWith(cast.ana, other)).error.code).toBe('user_not_found');
    expect((await timesWith(cast.ana, cast.ana)).error.code).toBe('not_yourself');
  });
});
