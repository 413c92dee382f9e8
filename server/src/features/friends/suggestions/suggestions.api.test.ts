import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { useSuggestions } from '#testing/suggestions.ts';
import { countTraining } from '#testing/training.ts';

const app = useTestApp();
const { suggestedTo, reasons, trained, fitOf, set } = useSuggestions(app);

describe('people to train with', () => {
  test("train at the reader's hours, with the reason in words", async () => {
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

  test("come from the reader's current gym first, and name the gym to a reader with several", async () => {
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

  test("are written by the reader's clock", async () => {
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

  test("match a newcomer's usual times with the hours others train, both ways", async () => {
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
});
