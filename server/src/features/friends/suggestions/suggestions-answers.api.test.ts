import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { useSuggestions } from '#testing/suggestions.ts';

const app = useTestApp();
const { suggestedTo, reasons, trained, fitOf, set } = useSuggestions(app);

describe('suggestions after what readers did with them', () => {
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
