import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/things.ts';
import { countTraining } from '#testing/training.ts';
import { readSuggestions } from './suggestions.read.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
  await db.deleteFrom('friend_suggestions').execute();
  await db
    .updateTable('users')
    .set({
      created_at: new Date('2026-01-01'),
      fitness_level: null,
      goals: [],
      favourite_workouts: [],
      preferred_times: [],
    })
    .execute();
});

const suggestedTo = async (person: CastMember, query = {}) => {
  await countTraining(app().db, person.organizationId!);
  return (await (await app().as(person)).listFriendSuggestions({ query })).body;
};
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
const fitOf = async (reader: CastMember, other: CastMember) => {
  const { db, cast } = app();
  const organizationId = cast.organizations.ironHarbour;
  await countTraining(db, organizationId);
  const page = { today: new Date().toISOString().slice(0, 10), limit: 100, offset: 0 };
  const found = await readSuggestions(
    readsOf(db),
    { organizationId, userId: reader.id, gymIds: [cast.gyms.barangaroo], currentGymId: cast.gyms.barangaroo },
    page,
  );
  return found.results.find(({ person }) => person.id === other.id)?.fit;
};
const set = (person: CastMember, values: object) =>
  app().db.updateTable('users').set(values).where('id', '=', person.id).execute();

describe('people to train with', () => {
  test('train at the reader’s hours, with the reason in words', async () => {
    const { cast } = app();
    await set(cast.ana, { fitness_level: 'advanced', goals: ['First pull-up', 'Meet people'] });
    await set(cast.cleo, { fitness_level: 'advanced' });
    await set(cast.olga, { goals: ['Meet people', 'First pull-up'] });
    for (const days of [3, 10, 17]) {
      await trained(cast.ana, [], days, 6);
      await trained(cast.cleo, [], days + 1, 6);
    }
    for (const days of [5, 6]) await trained(cast.finn, [], days, 6, { workout_type: 'cardio' });
    await trained(cast.olga, [], 5, 19);
    const [best, ...others] = await reasons(cast.ana);
    expect(best).toEqual(['Cleo', 'You both lift at 6 am and train at the same level']);
    expect(others.sort()).toEqual([
      ['Finn', 'You both train at 6 am'],
      ['Olga', 'You share a goal: first pull-up'],
    ]);
  });

  test('name an hour only if both trained then at least twice', async () => {
    const { cast } = app();
    const reasonOf = async (reader: CastMember, other: string) =>
      (await reasons(reader)).find(([name]) => name === other)?.[1];
    for (const days of [3, 10, 17]) await trained(cast.ana, [], days, 6);
    await trained(cast.cleo, [], 4, 6);
    for (const reader of [cast.ana, cast.cleo])
      expect(await reasonOf(reader, reader === cast.ana ? 'Cleo' : 'Ana')).toBe(
        'You both like to train at the same time of day',
      );
    await trained(cast.cleo, [], 5, 6, { workout_type: 'cardio' });
    expect(await reasonOf(cast.ana, 'Cleo')).toBe('You both train at 6 am');
    await trained(cast.cleo, [], 6, 6);
    expect(await reasonOf(cast.ana, 'Cleo')).toBe('You both lift at 6 am');
    expect(await reasonOf(cast.cleo, 'Ana')).toBe('You both lift at 6 am');
  });

  test('are ranked by past training partners and mutual friends', async () => {
    const { cast } = app();
    await trained(cast.ana, [cast.cleo], 2, 12);
    const [first, ...rest] = await reasons(cast.ana);
    expect(first).toEqual(['Cleo', 'You both like to train at the same time of day and have trained together once']);
    expect(rest.sort()).toEqual([
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
    expect(ana).toMatchObject({
      friends_in_common: 1,
      reason: 'You both like to train at the same time of day and have 1 mutual friend',
    });
    await app().db.deleteFrom('friendships').where('id', '=', friendship.id).execute();
  });

  test('come from the reader’s current gym first, and name the gym to a reader with several', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const { barangaroo, fremantle } = cast.gyms;
    const give = (person: CastMember, gym_id: string) =>
      db.insertInto('user_gyms').values({ organization_id, user_id: person.id, gym_id }).execute();
    const take = (person: CastMember, gym: string) =>
      db.deleteFrom('user_gyms').where('user_id', '=', person.id).where('gym_id', '=', gym).execute();
    await give(cast.ana, fremantle);
    await give(cast.cleo, fremantle);
    await take(cast.cleo, barangaroo);
    for (const days of [3, 10]) {
      await trained(cast.ana, [], days, 6);
      await trained(cast.ana, [], days + 1, 9, { gym: fremantle });
      // Fremantle is three hours behind Sydney.
      await trained(cast.cleo, [], days + 2, 9, { gym: fremantle });
      await trained(cast.finn, [], days + 3, 6);
    }
    // Olga has nothing in common with Ana but the gym.
    expect(await reasons(cast.ana)).toEqual([
      ['Finn', 'You both lift at 6 am at Barangaroo'],
      ['Olga', 'You both train at Barangaroo'],
      ['Cleo', 'You both lift at 6 am at Fremantle'],
    ]);
    await db.deleteFrom('sessions').execute();
    for (const person of [cast.ana, cast.cleo, cast.finn])
      await set(person, { fitness_level: 'advanced', favourite_workouts: ['cardio'] });
    expect(await reasons(cast.ana)).toEqual([
      ['Finn', 'You both do cardio and train at the same level'],
      ['Olga', 'You both train at Barangaroo'],
      ['Cleo', 'You both do cardio and train at the same level, at Fremantle'],
    ]);
    await give(cast.cleo, barangaroo);
    await take(cast.cleo, fremantle);
    await take(cast.ana, fremantle);
  });

  test('offer every member of the current gym before a newcomer of another one', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const { fremantle } = cast.gyms;
    const alike = Array.from({ length: 150 }, () => newId());
    await db
      .insertInto('users')
      .values(
        alike.map((id, index) => ({
          ...{ id, organization_id, email: `${id}@chain.example`, first_name: `Fremantle ${index}` },
          ...{ role: 'regular_user', preferred_times: ['evening'], created_at: new Date('2026-01-01') },
        })),
      )
      .execute();
    await db
      .insertInto('user_gyms')
      .values([...alike, cast.ana.id].map((user_id) => ({ organization_id, user_id, gym_id: fremantle })))
      .execute();
    const [newcomer] = alike;
    await db.updateTable('users').set({ created_at: new Date() }).where('id', '=', newcomer!).execute();
    await set(cast.ana, { preferred_times: ['evening'] });
    const { results } = await suggestedTo(cast.ana, { page_size: 100 });
    const names = results.map(({ person }) => person.first_name.split(' ')[0]);
    // Nobody at Barangaroo likes evenings, and everyone at Fremantle does.
    expect(names.slice(0, 3).toSorted()).toEqual(['Cleo', 'Finn', 'Olga']);
    expect(new Set(names.slice(3))).toEqual(new Set(['Fremantle']));
    expect(results.slice(3, 6).some(({ person }) => person.id === newcomer)).toBe(true);
    await db.deleteFrom('users').where('id', 'in', alike).execute();
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.ana.id).where('gym_id', '=', fremantle).execute();
  });

  test('name no hour of a series at which nobody was seen', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const series_id = newId();
    await db
      .insertInto('session_series')
      .values({
        ...{ organization_id, id: series_id, gym_id: cast.gyms.barangaroo, creator_id: cast.olga.id },
        ...{ rrule: 'FREQ=DAILY', timezone: 'UTC', starts_local: '2026-01-05T07:00', workout_type: 'strength' },
        ...{ title: 'Leg day', duration_minutes: 60, made_until: '2026-12-31' },
      })
      .execute();
    const suggested = { organization_id, user_id: cast.ana.id, suggested_id: cast.finn.id };
    await db
      .insertInto('friend_suggestions')
      .values({ ...suggested, first_shown_on: '2026-01-01', last_shown_on: '2026-01-01' })
      .execute();
    for (const days of [3, 4, 5]) {
      const occurrence_on = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
      const id = await trained(cast.olga, [cast.ana, cast.finn], days, 6, { series_id, occurrence_on });
      const spots = db.updateTable('session_participants').set({ with_series: true });
      await spots.where('session_id', '=', id).execute();
    }
    const actedAfter = async (seen: CastMember) => {
      await (await app().as(cast.ana)).markSuggestionsShown({ body: { shown: [{ user_id: seen.id }] } });
      return db.selectFrom('friend_suggestions').select('acted_on').where('suggested_id', '=', cast.finn.id).execute();
    };
    const ofFinn = async () => (await reasons(cast.ana)).find(([name]) => name === 'Finn')![1];
    expect(await ofFinn()).toBe('You both train at Barangaroo');
    expect(await actedAfter(cast.cleo)).toEqual([{ acted_on: null }]);
    await db.updateTable('session_participants').set({ attended: true }).execute();
    expect(await ofFinn()).toMatch(/You both lift at 6 am and .*together/);
    expect(await actedAfter(cast.olga)).not.toEqual([{ acted_on: null }]);
    await db.deleteFrom('session_series').execute();
  });

  test('are written by the reader’s clock', async () => {
    const { cast } = app();
    for (const days of [2, 3]) await trained(cast.ana, [cast.cleo], days, 18);
    await countTraining(app().db, cast.organizations.ironHarbour);
    const ana = await app().as(cast.ana);
    const asked = async (language: string) => {
      const headers = { 'accept-language': language };
      return (await ana.listFriendSuggestions({ query: {}, headers })).body.results[0]?.reason;
    };
    expect(await asked('de-DE')).toMatch(/at 18:00 and/);
    expect(await asked('en-US')).toMatch(/at 6\sPM and/);
    expect(await asked('xx-nonsense-tag-that-is-long')).toMatch(/at 6\spm and/);
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
      ['Cleo', 'You both like to train at the same time of day'],
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

  test('weigh hours by the smaller share of the two', async () => {
    const { cast } = app();
    for (const days of [3, 4, 5, 6, 7]) await trained(cast.ana, [], days, 6);
    await trained(cast.cleo, [], 8, 6, { workout_type: 'cardio' });
    for (const days of [8, 9, 10, 11]) await trained(cast.finn, [], days, 6, { workout_type: 'cardio' });
    expect((await reasons(cast.ana)).slice(0, 2).map(([name]) => name)).toEqual(['Finn', 'Cleo']);
    // Cleo was there once, so Ana suits her as little as she suits Ana.
    const [once, often] = [await fitOf(cast.ana, cast.cleo), await fitOf(cast.ana, cast.finn)];
    expect([await fitOf(cast.cleo, cast.ana), await fitOf(cast.finn, cast.ana)]).toEqual([once, often]);
    expect(once).toBeLessThan(often! / 1.5);
  });

  test('count what one of the two hides for neither of them', async () => {
    const { cast } = app();
    for (const person of [cast.ana, cast.cleo]) {
      await set(person, { fitness_level: 'advanced', level_and_goals_shown_to: 'everyone' });
      await trained(person, [], 3, 6);
    }
    // Of hours and workouts 7 of 20, as each came once, and the level.
    expect(await fitOf(cast.ana, cast.cleo)).toBeCloseTo((40 + 10) * (7 / 20) + 10, 9);
    await set(cast.ana, { level_and_goals_shown_to: 'friends', usual_times_shown_to: 'nobody' });
    expect([await fitOf(cast.ana, cast.cleo), await fitOf(cast.cleo, cast.ana)]).toEqual([0, 0]);
    expect((await reasons(cast.cleo)).find(([name]) => name === 'Ana')).toEqual([
      'Ana',
      'You both train at Barangaroo',
    ]);
    await set(cast.ana, { level_and_goals_shown_to: 'everyone', usual_times_shown_to: 'everyone' });
  });

  test('match a newcomer’s usual times with the hours others train, both ways', async () => {
    const { cast } = app();
    await set(cast.ben, { preferred_times: ['evening'] });
    for (const days of [2, 3]) await trained(cast.cleo, [], days, 19);
    expect((await reasons(cast.cleo)).find(([name]) => name === 'Ben')).toEqual([
      'Ben',
      'You both like to train at the same time of day',
    ]);
    const fit = await fitOf(cast.ben, cast.cleo);
    expect(fit).toBeGreaterThan(3);
    expect(await fitOf(cast.cleo, cast.ben)).toBe(fit);
  });

  test('never bring back a person who was "not for me", to neither of the two', async () => {
    const { cast } = app();
    await trained(cast.ana, [cast.cleo], 3, 6);
    const ana = await app().as(cast.ana);
    const dismiss = async (id: string) => (await ana.dismissSuggestion({ params: { id } })).status;
    expect([await dismiss(cast.cleo.id), await dismiss(cast.cleo.id)]).toEqual([204, 204]);
    for (const [reader, other] of [
      [cast.ana, 'Cleo'],
      [cast.cleo, 'Ana'],
    ] as const)
      expect((await reasons(reader)).map(([name]) => name)).not.toContain(other);
    expect([await dismiss(cast.dov.id), await dismiss(cast.eve.id), await dismiss(newId())]).toEqual([404, 404, 404]);
    expect(await dismiss(cast.ana.id)).toBe(400);
  });

  test('never bring back a friend who was removed, to neither of the two', async () => {
    const { cast } = app();
    await trained(cast.cleo, [cast.finn], 3, 6);
    const [cleo, finn] = [await app().as(cast.cleo), await app().as(cast.finn)];
    const asked = await cleo.sendFriendRequest({ body: { receiver_id: cast.finn.id } });
    await finn.acceptFriendRequest({ params: { id: asked.body.id }, body: {} });
    const { body } = await cleo.listFriends({ query: {} });
    const { id } = body.results.find(({ friend }) => friend.id === cast.finn.id)!;
    expect((await cleo.removeFriend({ params: { id } })).status).toBe(204);
    for (const [reader, other] of [
      [cast.cleo, 'Finn'],
      [cast.finn, 'Cleo'],
    ] as const)
      expect((await reasons(reader)).map(([name]) => name)).not.toContain(other);
  });

  test('move down when they were seen on several days without any action, from the next day on', async () => {
    const { db, cast } = app();
    await set(cast.ana, { goals: ['First pull-up', 'Meet people'] });
    await set(cast.cleo, { goals: ['First pull-up', 'Meet people'] });
    await set(cast.finn, { goals: ['First pull-up'] });
    const names = async () => (await reasons(cast.ana)).map(([name]) => name);
    expect(await names()).toEqual(['Cleo', 'Finn', 'Olga']);
    const ana = await app().as(cast.ana);
    const see = () => ana.markSuggestionsShown({ body: { shown: [{ user_id: cast.cleo.id }] } });
    const dayPassed = () =>
      db
        .updateTable('friend_suggestions')
        .set({ last_shown_on: sql`last_shown_on - 1`, first_shown_on: sql`first_shown_on - 1` })
        .execute();
    for (let day = 1; day <= 10; day++) {
      await dayPassed();
      for (const __ of [1, 2]) expect((await see()).status).toBe(204);
    }
    const row = db.selectFrom('friend_suggestions').select(['shown_days', 'acted_on']);
    expect(await row.execute()).toEqual([{ shown_days: 10, acted_on: null }]);
    await dayPassed();
    expect((await names()).indexOf('Cleo')).toBeGreaterThan(0);
    // A friend request is the action suggestions are for.
    const { body } = await ana.sendFriendRequest({ body: { receiver_id: cast.cleo.id } });
    expect((await row.executeTakeFirst())?.acted_on).not.toBeNull();
    await ana.removeFriend({ params: { id: body.id } });
    expect((await names())[0]).toBe('Cleo');
  });

  test('learn how open a member is to being asked, the same for both', async () => {
    const { db, cast } = app();
    await set(cast.ana, { fitness_level: 'advanced' });
    await set(cast.cleo, { fitness_level: 'advanced' });
    await set(cast.finn, { fitness_level: 'advanced' });
    expect([await fitOf(cast.ana, cast.cleo), await fitOf(cast.ana, cast.finn)]).toEqual([10, 10]);
    const ask = async (from: CastMember, to: CastMember) =>
      (await (await app().as(from)).sendFriendRequest({ body: { receiver_id: to.id } })).body.id;
    const declined = await ask(cast.olga, cast.cleo);
    expect(await fitOf(cast.ana, cast.cleo)).toBe(10);
    await (await app().as(cast.cleo)).declineFriendRequest({ params: { id: declined }, body: {} });
    const accepted = await ask(cast.olga, cast.finn);
    await (await app().as(cast.finn)).acceptFriendRequest({ params: { id: accepted }, body: {} });
    // As if eight answers came first, four of them yes: 4 of 9, and 5 of 9.
    expect(await fitOf(cast.ana, cast.cleo)).toBeCloseTo(10 * (8 / 9) ** 0.25, 9);
    expect(await fitOf(cast.cleo, cast.ana)).toBeCloseTo(10 * (8 / 9) ** 0.25, 9);
    expect(await fitOf(cast.ana, cast.finn)).toBeCloseTo(10 * (10 / 9) ** 0.25, 9);
    await db.deleteFrom('friendships').where('user_high_id', 'in', [cast.olga.id, cast.finn.id]).execute();
    await db.deleteFrom('friendships').where('user_low_id', 'in', [cast.olga.id, cast.finn.id]).execute();
  });

  test('remember a session both went to later as something that came of a suggestion', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const see = (person: CastMember) => ana.markSuggestionsShown({ body: { shown: [{ user_id: person.id }] } });
    await see(cast.olga);
    const day = sql<string>`current_date - 9`;
    await db.updateTable('friend_suggestions').set({ first_shown_on: day, last_shown_on: day }).execute();
    await trained(cast.ana, [cast.olga], 4, 6);
    await see(cast.ben);
    const rows = await db.selectFrom('friend_suggestions').select(['suggested_id', 'acted_on']).execute();
    expect(rows.filter(({ acted_on }) => acted_on).map(({ suggested_id }) => suggested_id)).toEqual([cast.olga.id]);
  });

  test('rejects bad input about what was seen', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const see = async (shown: unknown) => (await ana.markSuggestionsShown({ body: { shown } as never })).status;
    const one = { user_id: cast.cleo.id };
    expect([await see([]), await see([{ user_id: 'luck' }]), await see(Array(101).fill(one))]).toEqual([400, 400, 400]);
    // People of another organization, oneself and doubles change nothing.
    expect(await see([one, one, { user_id: cast.eve.id }, { user_id: cast.ana.id }])).toBe(204);
    const rows = await app().db.selectFrom('friend_suggestions').select('suggested_id').execute();
    expect(rows).toEqual([{ suggested_id: cast.cleo.id }]);
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
