import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/things.ts';

const app = useTestApp();

test('answers each part of home as its own call does', async () => {
  const { db, cast, as } = app();
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, in: 30 * 60 });
  const ben = await as(cast.ben);
  const { body: home } = await ben.getHome({ query: { gym: cast.gyms.barangaroo } });
  expect(home.gym_id).toBe(cast.gyms.barangaroo);
  expect(home.cursor).toBe((await ben.getLiveCursor()).body.cursor);
  expect(home.user).toEqual((await ben.getMe()).body);
  expect(home.gym_config).toEqual((await ben.getGymConfig()).body);
  expect(home.unread).toEqual((await ben.getUnreadCount()).body);
  expect(home.preferences).toEqual((await ben.getUserPreferences()).body);
  expect(home.at_gym?.mine).toEqual((await ben.listSessions({ query: { mine: true, page_size: 30 } })).body);
  expect(home.at_gym?.waiting).toEqual((await ben.listSessions({ query: { waiting: true, page_size: 30 } })).body);
  expect(home.at_gym?.mine.results).toHaveLength(1);
  expect(home.at_gym?.joinable.results).toHaveLength(1);
  expect(home.at_gym?.today.results.length).toBeLessThanOrEqual(2);
  expect(home.at_gym?.suggestions).toEqual((await ben.listFriendSuggestions({ query: { page_size: 8 } })).body);
  expect(home.at_gym?.unread_conversations).toEqual((await ben.listUnreadConversations()).body);
});

test("shows the caller's own gym when the selected one is not theirs", async () => {
  const { cast, as } = app();
  const eve = await as(cast.eve);
  const { gym_id: own } = (await eve.getHome()).body;
  expect(own).not.toBeNull();
  for (const gym of [cast.gyms.barangaroo, newId()])
    expect((await eve.getHome({ query: { gym } })).body.gym_id).toBe(own);
});

test('refuses a visitor and a gym that is no id', async () => {
  const { cast, as, visitor } = app();
  expect((await visitor.getHome()).status).toBe(401);
  const { status, body } = await (await as(cast.ana)).getHome({ query: { gym: 'barangaroo' } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: { gym: [expect.any(String)] } });
});

test('has nothing at a gym for a caller without one', async () => {
  const { cast, as } = app();
  const { body } = await (await as(cast.sam)).getHome();
  expect(body).toMatchObject({ gym_id: null, at_gym: null, unread: { unread_count: 0 } });
});
