import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/things.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
  await db
    .updateTable('users')
    .set({ fitness_level: null, goals: [], favourite_workouts: [], preferred_times: [] })
    .execute();
});

const suggestedTo = async (person: CastMember, query = {}) =>
  (await (await app().as(person)).listFriendSuggestions({ query })).body;
const reasons = async (person: CastMember) =>
  (await suggestedTo(person)).results.map(({ person: { first_name }, reason }) => [first_name, reason]);

/** A session this many days ago at an hour in Sydney, which was 11 hours ahead of UTC on all of these days. */
function trained(host: CastMember, others: CastMember[], days: number, hour: number, more = {}) {
  const starts_at = new Date(Date.now() - days * 86_400_000);
  starts_at.setUTCHours(0, 0, 0, 0);
  const offset = new Intl.DateTimeFormat('en', { timeZone: 'Australia/Sydney', timeZoneName: 'longOffset' })
    .formatToParts(starts_at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  starts_at.setUTCHours(hour - Number(/\+(\d+)/.exec(offset ?? '')?.[1]));
  const { db, cast } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host, with: others, starts_at, ...more });
}
const set = (person: CastMember, values: object) =>
  app().db.updateTable('users').set(values).where('id', '=', person.id).execute();

describe('people to train with', () => {
  test('train at the reader’s hours, with the reason in words', async () => {
    const { cast } = app();
    await set(cast.ana, { fitness_level: 'advanced', goals: ['First pull-up'] });
    await set(cast.cleo, { fitness_level: 'advanced' });
    await set(cast.olga, { goals: ['Meet people', 'First pull-up'] });
    for (const days of [3, 10, 17]) {
      await trained(cast.ana, [], days, 6);
      await trained(cast.cleo, [], days + 1, 6);
    }
    await trained(cast.finn, [], 5, 6, { workout_type: 'cardio' });
    await trained(cast.olga, [], 5, 19);
    expect(await reasons(cast.ana)).toEqual([
      ['Cleo', 'You both lift at 6 am and train at the same level'],
      ['Olga', 'You share a goal: first pull-up'],
      ['Finn', 'You both train at 6 am'],
    ]);
  });

  test('are ranked by past training partners and mutual friends', async () => {
    const { cast } = app();
    await trained(cast.ana, [cast.cleo], 2, 12);
    expect(await reasons(cast.ana)).toEqual([
      ['Cleo', 'You both lift at noon and have trained together once'],
      ['Finn', 'You both train at Barangaroo'],
      ['Olga', 'You both train at Barangaroo'],
    ]);
    // Ben is Ana's friend, and Cleo would be his.
    const { results } = await suggestedTo(cast.cleo);
    expect(results[0]).toMatchObject({ person: { id: cast.ana.id }, friends_in_common: 0 });
    const [user_low_id, user_high_id] = [cast.ben.id, cast.cleo.id].sort() as [string, string];
    const friendship = { organization_id: cast.organizations.ironHarbour, id: newId(), user_low_id, user_high_id };
    await app().db.insertInto('friendships').values(friendship).execute();
    const ana = (await suggestedTo(cast.cleo)).results[0];
    expect(ana).toMatchObject({ friends_in_common: 1, reason: 'You both lift at noon and have 1 mutual friend' });
    await app().db.deleteFrom('friendships').where('id', '=', friendship.id).execute();
  });

  test('follow the profile while the reader has not trained yet', async () => {
    const { cast } = app();
    await set(cast.ben, { preferred_times: ['evening'], fitness_level: 'beginner' });
    await set(cast.finn, { fitness_level: 'beginner' });
    await trained(cast.cleo, [], 2, 19);
    await trained(cast.dov, [], 2, 7);
    const [first, second] = await reasons(cast.ben);
    expect([first, second]).toEqual([
      ['Finn', 'You both train at the same level'],
      ['Cleo', 'Trains at 7 pm, your usual time'],
    ]);
  });

  test('are not based on absences, cancelled sessions or old ones', async () => {
    const { db, cast } = app();
    await trained(cast.ana, [], 3, 6);
    const missed = await trained(cast.cleo, [cast.finn], 3, 6);
    await db.updateTable('session_participants').set({ attended: false }).where('session_id', '=', missed).execute();
    await trained(cast.olga, [], 60, 6);
    expect((await reasons(cast.ana)).map(([, reason]) => reason)).toEqual(
      Array(3).fill('You both train at Barangaroo'),
    );
  });

  test('leave out blocked people, friends, open or declined requests, and inactive or foreign accounts', async () => {
    const { db, cast } = app();
    const everybody = [cast.ben, cast.cleo, cast.dov, cast.finn, cast.olga];
    await trained(cast.ana, everybody, 3, 6);
    const names = async (person: CastMember) => (await reasons(person)).map(([name]) => name).sort();
    expect(await names(cast.ana)).toEqual(['Cleo', 'Finn', 'Olga']);
    expect(await names(cast.dov)).toEqual(['Ben', 'Cleo', 'Finn', 'Olga']);
    const ana = await app().as(cast.ana);
    const { body } = await ana.sendFriendRequest({ body: { receiver_id: cast.cleo.id } });
    expect(await names(cast.ana)).toEqual(['Finn', 'Olga']);
    expect(await names(cast.cleo)).not.toContain('Ana');
    await (await app().as(cast.cleo)).declineFriendRequest({ params: { id: body.id }, body: {} });
    expect([await names(cast.ana), await names(cast.cleo)]).toEqual([
      ['Finn', 'Olga'],
      ['Ben', 'Dov', 'Finn', 'Olga'],
    ]);
    await set(cast.finn, { is_active: false });
    expect(await names(cast.ana)).toEqual(['Olga']);
    await set(cast.finn, { is_active: true });
    expect(await names(cast.eve)).toEqual(['Nora']);
    expect(await names(cast.demi)).toEqual([]);
    await db.deleteFrom('friend_requests').execute();
  });

  test('keep one order across pages', async () => {
    const { cast } = app();
    await trained(cast.ana, [cast.cleo, cast.finn], 3, 6);
    const all = await suggestedTo(cast.ana);
    expect(all).toMatchObject({ count: 3, next: null });
    const pages = [
      await suggestedTo(cast.ana, { page_size: 2 }),
      await suggestedTo(cast.ana, { page_size: 2, page: 2 }),
    ];
    expect(pages.flatMap(({ results }) => results)).toEqual(all.results);
    expect(pages[0]?.next).toBe('/api/v1/friends/suggestions/?page=2&page_size=2');
  });
});
