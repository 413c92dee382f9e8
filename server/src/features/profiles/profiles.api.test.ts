import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
});

const profile = async (reader: CastMember, of: { id: string }) =>
  (await app().as(reader)).getUser({ params: { id: of.id } });

describe('a profile', () => {
  test('shows who somebody is, what they train and what both have in common', async () => {
    const { db, cast } = app();
    await (await app().as(cast.ben)).updateMe({
      body: {
        bio: 'Mornings.',
        goals: ['Get stronger'],
        favourite_workouts: ['strength'],
        preferred_times: ['morning'],
      },
    });
    const gym = cast.gyms.barangaroo;
    await addSession(db, { gym, host: cast.ana, with: [cast.ben], in: -300 });
    await addSession(db, { gym, host: cast.ana, in: -600 });
    const open = await addSession(db, { gym, host: cast.ben, title: 'Open' });
    await addSession(db, { gym, host: cast.ben, with: [cast.cleo], max_participants: 2, title: 'Full' });
    const { status, body } = await profile(cast.ana, cast.ben);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: cast.ben.id,
      bio: 'Mornings.',
      goals: ['Get stronger'],
      favourite_workouts: ['strength'],
      preferred_times: ['morning'],
      not_shown: [],
      friendship: 'friends',
      sessions_together: 1,
      next_sessions: [{ id: open, title: 'Open', gym_name: 'Barangaroo' }],
    });
    expect(body.gyms.map(({ name }) => name)).toContain('Barangaroo');
    expect(JSON.stringify(body)).not.toContain(cast.ben.email);
  });

  test('says how two people stand, with the id to answer by', async () => {
    const { cast } = app();
    expect((await profile(cast.cleo, cast.finn)).body).toMatchObject({ friendship: 'none', friendship_id: null });
    const sent = await (await app().as(cast.cleo)).sendFriendRequest({ body: { receiver_id: cast.finn.id } });
    const { id } = sent.body;
    expect((await profile(cast.cleo, cast.finn)).body).toMatchObject({ friendship: 'request_sent', friendship_id: id });
    expect((await profile(cast.finn, cast.cleo)).body).toMatchObject({
      friendship: 'request_received',
      friendship_id: id,
    });
  });

  test('counts friends in common, without those hidden from the reader', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const befriend = (one: CastMember, other: CastMember) => {
      const [user_low_id, user_high_id] = [one.id, other.id].sort() as [string, string];
      const id = newId();
      onTestFinished(async () => void (await db.deleteFrom('friendships').where('id', '=', id).execute()));
      return db.insertInto('friendships').values({ organization_id, id, user_low_id, user_high_id }).execute();
    };
    await befriend(cast.cleo, cast.ben);
    await befriend(cast.cleo, cast.dov);
    await befriend(cast.ben, cast.dov);
    const inCommon = (await profile(cast.ana, cast.cleo)).body.friends_in_common;
    expect([inCommon.count, inCommon.people.map(({ id }) => id)]).toEqual([1, [cast.ben.id]]);
    expect((await profile(cast.ben, cast.cleo)).body.friends_in_common.count).toBe(1);
  });

  test('exists for members of the organization alone, and not across a block', async () => {
    const { db, cast } = app();
    for (const unknown of [cast.eve, cast.dov, { id: newId() }])
      expect((await profile(cast.ana, unknown)).error.code).toBe('user_not_found');
    expect((await profile(cast.dov, cast.ana)).error.code).toBe('user_not_found');
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.cleo.id).execute();
    expect((await profile(cast.ana, cast.cleo)).error.code).toBe('user_not_found');
    await db.updateTable('users').set({ is_active: true }).where('id', '=', cast.cleo.id).execute();
  });

  test('costs one statement', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    await ana.getMe();
    const asked = await statementsOf(async () =>
      expect((await ana.getUser({ params: { id: cast.ben.id } })).status).toBe(200),
    );
    // Who asks is read again when somebody's rights changed meanwhile, as in the test before.
    expect(asked.filter((query) => (query as { name?: string }).name !== 'caller')).toHaveLength(1);
  });
});

describe('who sees what', () => {
  const hide = async (member: CastMember, shown: 'everyone' | 'friends' | 'nobody') =>
    (await app().as(member)).updateMe({
      body: {
        fitness_level: 'advanced',
        goals: ['Get stronger'],
        preferred_times: ['morning'],
        level_and_goals_shown_to: shown,
        usual_times_shown_to: shown,
        sessions_shown_to: shown,
      },
    });
  const whole = { fitness_level: 'advanced', goals: ['Get stronger'], preferred_times: ['morning'], not_shown: [] };
  const bare = {
    ...{ fitness_level: null, goals: [], preferred_times: [], next_sessions: [] },
    not_shown: ['level_and_goals', 'usual_times', 'sessions'],
  };

  test.each([
    ['everyone', [whole, whole, whole]],
    ['friends', [whole, bare, whole]],
    ['nobody', [bare, bare, whole]],
  ] as const)('shows %s what was chosen: a friend, a stranger, oneself', async (shown, expected) => {
    const { db, cast } = app();
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben });
    expect((await hide(cast.ben, shown)).body).toMatchObject({ level_and_goals_shown_to: shown });
    const seen = [];
    for (const reader of [cast.ana, cast.cleo, cast.ben]) seen.push((await profile(reader, cast.ben)).body);
    expect(seen).toMatchObject(expected);
  });

  test('keeps a hidden level out of lists and a hidden goal out of suggestions', async () => {
    const { cast } = app();
    await hide(cast.ben, 'nobody');
    const friends = (await (await app().as(cast.ana)).listFriends()).body.results;
    expect(friends.find(({ friend }) => friend.id === cast.ben.id)?.friend.fitness_level).toBeNull();
    await (await app().as(cast.cleo)).updateMe({
      body: { fitness_level: 'advanced', goals: ['Get stronger'], preferred_times: ['morning'] },
    });
    const reasonFor = async () => {
      const { results } = (await (await app().as(cast.cleo)).listFriendSuggestions()).body;
      return results.find(({ person }) => person.id === cast.ben.id)?.reason;
    };
    expect(await reasonFor()).not.toMatch(/goal|level/);
    await hide(cast.ben, 'everyone');
    expect(await reasonFor()).toMatch(/goal|level/);
  });

  test('refuses an audience that does not exist', async () => {
    const { cast } = app();
    const refused = await (await app().as(cast.ben)).updateMe({
      body: { sessions_shown_to: 'strangers' as 'nobody' },
    });
    expect([refused.status, Object.keys(refused.error.details ?? {})]).toEqual([400, ['sessions_shown_to']]);
  });
});
