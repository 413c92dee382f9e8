import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();
const set = async (person: CastMember, id: string, member: CastMember, isCoHost = true) =>
  (await app().as(person)).setCoHost({ params: { id, userId: member.id }, body: { is_co_host: isCoHost } });
const as = (person: CastMember) => app().as(person);

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
});

/** Ana's session with Ben and Cleo, at a time when check-in is open. */
const add = () => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, in: 20, with: [cast.ben, cast.cleo] });
};

test('lets a co-host edit and check people in, but not cancel or choose co-hosts', async () => {
  const { cast } = app();
  const id = await add();
  const { status, body } = await set(cast.ana, id, cast.ben);
  expect([status, body.co_host_ids]).toEqual([200, [cast.ben.id]]);

  const ben = await as(cast.ben);
  const seen = (await ben.getSession({ params: { id } })).body;
  expect(seen).toMatchObject({ can_edit: true, can_check_in_others: true });
  expect(seen).toMatchObject({ can_cancel: false, can_choose_co_hosts: false, can_change_series: false });
  expect((await ben.updateSession({ params: { id }, body: { title: 'Pull day' } })).body.title).toBe('Pull day');
  const checkedIn = await ben.checkIn({ params: { id }, body: { user_ids: [cast.cleo.id] } });
  expect(checkedIn.body.checked_in_user_ids).toEqual([cast.cleo.id]);
  expect((await ben.cancelSession({ params: { id }, query: {} })).error.code).toBe('access_denied');
  expect((await set(cast.ben, id, cast.cleo)).error.code).toBe('access_denied');
  const rule = await ben.updateSession({ params: { id }, body: { repeat_rule: 'FREQ=WEEKLY' } });
  expect([rule.status, rule.error.code]).toEqual([403, 'access_denied']);
});

test('ends when the host removes the role, and when the co-host leaves', async () => {
  const { cast } = app();
  const id = await add();
  const rename = async () =>
    (await (await as(cast.ben)).updateSession({ params: { id }, body: { title: 'Mine' } })).status;
  await set(cast.ana, id, cast.ben);
  expect((await set(cast.ana, id, cast.ben, false)).body.co_host_ids).toEqual([]);
  expect(await rename()).toBe(403);
  await set(cast.ana, id, cast.ben);
  const ben = await as(cast.ben);
  await ben.leaveSession({ params: { id }, body: { scope: 'this' } });
  await ben.joinSession({ params: { id }, body: { scope: 'this' } });
  expect(await rename()).toBe(403);
});

test('accepts only another participant as co-host', async () => {
  const { cast } = app();
  const id = await add();
  const refused = async (person: CastMember, member: CastMember) => {
    const { status, error } = await set(person, id, member);
    return [status, error.code];
  };
  expect(await refused(cast.ana, cast.finn)).toEqual([404, 'user_not_found']);
  expect(await refused(cast.ana, cast.ana)).toEqual([400, 'not_yourself']);
  expect(await refused(cast.cleo, cast.ben)).toEqual([403, 'access_denied']);
  expect(await refused(cast.eve, cast.ben)).toEqual([404, 'session_not_found']);
  expect((await set(cast.finn, id, cast.ben)).status).toBe(200);
});

test('tells the new co-host once', async () => {
  const { cast, db } = app();
  const id = await add();
  await set(cast.ana, id, cast.ben);
  await set(cast.ana, id, cast.ben);
  const { body } = await (await as(cast.ben)).listNotifications({ query: {} });
  expect(body.results.filter(({ session_id }) => session_id === id).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^You're now a co-host of /),
  ]);
  const told = await db.selectFrom('live_events').selectAll().where('type', '=', 'session.updated').execute();
  expect(told.filter(({ data }) => (data as { session_id: string }).session_id === id)).toHaveLength(1);
});

test('hands the session to the longest-serving co-host when the host leaves', async () => {
  const { cast, db } = app();
  const crowd = await addCrowd(db, cast, 2);
  const [xia, yan] = crowd;
  const others = [cast.ben, cast.cleo, ...crowd];
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, in: 24 * 60, with: others });
  for (const coHost of [yan!, cast.cleo, xia!]) await set(cast.ana, id, coHost);
  await set(cast.ana, id, yan!, false);
  const ana = await as(cast.ana);
  const order = [cast.cleo.id, xia!.id];
  const shown = (await ana.getSession({ params: { id } })).body;
  expect([shown.co_host_ids, shown.next_host_id]).toEqual([order, cast.cleo.id]);
  expect((await (await as(cast.cleo)).getSession({ params: { id } })).body.next_host_id).toBeNull();
  expect((await ana.leaveSession({ params: { id }, body: {} })).body.creator.id).toBe(cast.cleo.id);
  const { body } = await (await as(cast.cleo)).listNotifications({ query: {} });
  expect(body.results.map(({ title }) => title)).toContain("You're now hosting Leg day");
  const left = await (await as(cast.cleo)).leaveSession({ params: { id }, body: {} });
  expect(left.body.creator.id).toBe(xia!.id);
  // A deleted account hands over by the same order.
  await set(xia!, id, yan!);
  await db.deleteFrom('users').where('id', '=', xia!.id).execute();
  expect((await (await as(cast.ben)).getSession({ params: { id } })).body.creator.id).toBe(yan!.id);
});

test('passes over members whose accounts are switched off', async () => {
  const { cast, db } = app();
  const [xia] = await addCrowd(db, cast, 1);
  const id = await addSession(db, {
    gym: cast.gyms.barangaroo,
    host: cast.ana,
    in: 24 * 60,
    with: [xia!, cast.cleo, cast.ben],
  });
  await set(cast.ana, id, xia!);
  await db.updateTable('users').set({ is_active: false }).where('id', '=', xia!.id).execute();
  const ana = await as(cast.ana);
  expect((await ana.getSession({ params: { id } })).body.next_host_id).toBe(cast.cleo.id);
  expect((await ana.leaveSession({ params: { id }, body: {} })).body.creator.id).toBe(cast.cleo.id);
  await db.deleteFrom('users').where('id', '=', cast.cleo.id).execute();
  expect((await (await as(cast.ben)).getSession({ params: { id } })).body.creator.id).toBe(cast.ben.id);
});

test('passes over members who may no longer use the gym', async () => {
  const { cast, db } = app();
  const [xia, yan] = await addCrowd(db, cast, 2);
  const gym = cast.gyms.barangaroo;
  const id = await addSession(db, { gym, host: cast.ana, in: 24 * 60, with: [xia!, yan!] });
  await set(cast.ana, id, xia!);
  await db.deleteFrom('user_gyms').where('user_id', '=', xia!.id).execute();
  const ana = await as(cast.ana);
  expect((await ana.getSession({ params: { id } })).body.next_host_id).toBe(yan!.id);
  expect((await ana.leaveSession({ params: { id }, body: {} })).body.creator.id).toBe(yan!.id);
});
