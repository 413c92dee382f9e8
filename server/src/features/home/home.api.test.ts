import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addMemberTo, addSession } from '#testing/test-data.ts';

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

test('has every invitation, behind however many sessions, at any gym and on any day, and who has not answered', async () => {
  const { db, cast, as } = app();
  await db.deleteFrom('sessions').execute();
  const { barangaroo: gym, fremantle } = cast.gyms;
  const { ironHarbour: organization_id } = cast.organizations;
  await db.insertInto('user_gyms').values({ organization_id, user_id: cast.ben.id, gym_id: fremantle }).execute();
  const invited = async (session_id: string, user_id: string, declined_at: Date | null = null) => {
    const invite = { organization_id, session_id, user_id, invited_by: cast.cleo.id, declined_at };
    await db.insertInto('session_invites').values(invite).execute();
    return session_id;
  };
  const DAY = 24 * 60;
  for (let nth = 1; nth <= 13; nth += 1) await addSession(db, { gym, host: cast.cleo, in: 60 + nth });
  const hosted = { host: cast.ana, invite_only: true };
  const asked = [
    await invited(await addSession(db, { ...hosted, gym, in: 2 * DAY }), cast.ben.id),
    await invited(await addSession(db, { ...hosted, gym: fremantle, in: 3 * DAY }), cast.ben.id),
    await invited(await addSession(db, { host: cast.ana, gym, in: 4 * DAY }), cast.ben.id),
    await invited(await addSession(db, { ...hosted, gym, in: 30 * DAY }), cast.ben.id),
  ];
  const declined = await addSession(db, { ...hosted, gym, in: 5 * DAY });
  await invited(declined, cast.ben.id, new Date());
  const joined = await addSession(db, { ...hosted, gym, in: 6 * DAY, with: [cast.ben] });
  await invited(joined, cast.ben.id);
  await invited(await addSession(db, { host: cast.dov, gym, in: 7 * DAY }), cast.ana.id);

  const ben = await as(cast.ben);
  const home = (await ben.getHome({ query: { gym } })).body.at_gym!;
  expect(home.invited.results.map(({ id }) => id)).toEqual(asked);
  expect(home.invited).toEqual((await ben.listSessions({ query: { invited: true, page_size: 12 } })).body);
  expect(home.sent_invites.results).toEqual([]);

  const ana = await as(cast.ana);
  const anasHome = (await ana.getHome({ query: { gym } })).body.at_gym!;
  expect(anasHome.sent_invites).toEqual((await ana.listSentInvites()).body);
  const sent = anasHome.sent_invites.results.map(({ session_id, invited, declined }) => [
    session_id,
    [invited, declined].map((people) => people.map(({ first_name }) => first_name)),
  ]);
  const [first, second, third, last] = asked;
  expect(sent).toEqual([
    ...[first, second, third].map((id) => [id, [['Ben'], []]]),
    [declined, [[], ['Ben']]],
    [last, [['Ben'], []]],
  ]);
  // Blocked, and so hidden.
  expect(anasHome.invited.results).toEqual([]);
});

test('names the first of those asked to a session and counts the others, without the hidden and those who left', async () => {
  const { db, cast, as } = app();
  await db.deleteFrom('sessions').execute();
  const { ironHarbour: organization_id } = cast.organizations;
  const members = Array.from({ length: 6 }, () => addMemberTo(db, cast, cast.gyms.barangaroo));
  const ids = (await Promise.all(members)).map(({ id }) => id);
  const ask = async (minutes: number, user_ids: string[], declined_at: Date | null = null) => {
    const session_id = await addSession(db, {
      host: cast.ana,
      gym: cast.gyms.barangaroo,
      in: minutes,
      invite_only: true,
    });
    const invite = { organization_id, session_id, invited_by: cast.ana.id, declined_at };
    await db
      .insertInto('session_invites')
      .values(user_ids.map((user_id) => ({ ...invite, user_id })))
      .execute();
    return session_id;
  };
  const [hidden, left] = ids as [string, string];
  for (let nth = 1; nth <= 3; nth += 1) await ask(60 + nth, [hidden]);
  for (let nth = 4; nth <= 6; nth += 1) await ask(60 + nth, [left]);
  const waiting = await ask(120, ids);
  const declined = await ask(180, ids, new Date());
  const ana = await as(cast.ana);
  const sent = async () =>
    (await ana.listSentInvites()).body.results.map((one) => [
      one.session_id,
      ...[one.invited.length, one.invited_count, one.declined.length, one.declined_count],
    ]);
  expect((await sent()).at(0)?.slice(1)).toEqual([1, 1, 0, 0]);
  await db.insertInto('blocks').values({ organization_id, blocker_id: hidden, blocked_id: cast.ana.id }).execute();
  await db.updateTable('users').set({ is_active: false }).where('id', '=', left).execute();
  expect(await sent()).toEqual([
    [waiting, 3, 4, 0, 0],
    [declined, 0, 0, 3, 5],
  ]);
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
