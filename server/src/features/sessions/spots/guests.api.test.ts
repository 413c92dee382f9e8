import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd, zoneWhereItIs } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();
const as = (person: CastMember) => app().as(person);
const bring = async (person: CastMember, id: string, first_names: (string | null)[]) =>
  (await as(person)).setGuests({ params: { id }, body: { first_names } });
const read = async (person: CastMember, id: string) => (await (await as(person)).getSession({ params: { id } })).body;

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('notifications').execute();
  await db
    .updateTable('gyms')
    .set({ timezone: zoneWhereItIs(12) })
    .where('id', '=', cast.gyms.barangaroo)
    .execute();
});

/** Ana's session with Ben, in three days; each member may bring two guests. */
const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) => {
  const { cast, db } = app();
  const usual = { host: cast.ana, with: [cast.ben], in: 3 * 24 * 60, guests_per_member: 2, max_participants: 5 };
  return addSession(db, { gym: cast.gyms.barangaroo, ...usual, ...more });
};

test('gives each guest a spot, and takes it back when the guest goes', async () => {
  const { cast } = app();
  const id = await add();
  const { status, body } = await bring(cast.ben, id, [' Leo ', null]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ current_participants: 4, available_spots: 1, can_bring_guests: true });
  expect(body.guests).toEqual([{ user_id: cast.ben.id, first_names: ['Leo', null] }]);
  expect((await bring(cast.ben, id, ['Mia'])).body).toMatchObject({
    current_participants: 3,
    guests: [{ user_id: cast.ben.id, first_names: ['Mia'] }],
  });
  expect((await bring(cast.ben, id, [])).body).toMatchObject({ current_participants: 2, guests: [] });
});

test('takes the guests along when their member leaves or deletes the account', async () => {
  const { cast, db } = app();
  const id = await add();
  await bring(cast.ben, id, ['Leo']);
  const left = await (await as(cast.ben)).leaveSession({ params: { id }, body: {} });
  expect(left.body).toMatchObject({ current_participants: 1, available_spots: 4, guests: [], can_bring_guests: false });
  const [zoe] = await addCrowd(db, cast, 1);
  await (await as(zoe!)).joinSession({ params: { id }, body: {} });
  await bring(zoe!, id, [null, null]);
  await db.deleteFrom('users').where('id', '=', zoe!.id).execute();
  expect(await read(cast.ana, id)).toMatchObject({ current_participants: 1, guests: [] });
});

test('refuses guests the host does not allow, without a spot, or of a member who is not in', async () => {
  const { cast } = app();
  const refused = async (person: CastMember, id: string, names: (string | null)[]) => {
    const { status, error } = await bring(person, id, names);
    return [status, error.code, error.error];
  };
  const none = await add({ guests_per_member: 0 });
  const notAllowed = "The host doesn't allow guests in this session.";
  expect(await refused(cast.ben, none, [null])).toEqual([409, 'guests_above_limit', notAllowed]);
  const one = await add({ guests_per_member: 1 });
  const onlyOne = 'You can bring one guest to this session.';
  expect(await refused(cast.ben, one, [null, null])).toEqual([409, 'guests_above_limit', onlyOne]);
  const full = await add({ max_participants: 3 });
  expect(await refused(cast.ben, full, [null, null])).toEqual([
    400,
    'session_full',
    "There's only one spot left for a guest.",
  ]);
  expect(await refused(cast.cleo, full, [null])).toEqual([409, 'not_a_participant', "You're not in this session."]);
  expect((await refused(cast.eve, full, [null])).slice(0, 2)).toEqual([404, 'session_not_found']);
  const running = await add({ in: -10 });
  expect((await refused(cast.ben, running, [null])).slice(0, 2)).toEqual([409, 'session_started']);
  const tooMany = await bring(cast.ben, full, [null, null, null]);
  expect([tooMany.status, Object.keys(tooMany.error.details ?? {})]).toEqual([400, ['first_names']]);
  const long = await bring(cast.ben, full, ['x'.repeat(41)]);
  expect([long.status, long.error.code]).toEqual([400, 'validation_failed']);
});

test('never lets a guest pass the waitlist, and offers the spots guests free', async () => {
  const { cast, db } = app();
  const [xia, yan] = await addCrowd(db, cast, 2);
  const id = await add({ max_participants: 4 });
  await bring(cast.ben, id, ['Leo', 'Mia']);
  for (const person of [xia!, yan!]) await (await as(person)).joinWaitlist({ params: { id } });
  await bring(cast.ben, id, ['Leo']);
  expect((await read(xia!, id)).waitlist_reason).toBe('your_turn');
  expect((await read(yan!, id)).waitlist_reason).toBe('offered_to_others');
  expect((await bring(cast.ben, id, ['Leo', 'Mia'])).error.code).toBe('session_full');
  // Ben and Leo free two spots at once: one for Yan, one for everybody.
  await (await as(cast.ben)).leaveSession({ params: { id }, body: {} });
  expect((await read(yan!, id)).waitlist_reason).toBe('your_turn');
  expect(await read(cast.cleo, id)).toMatchObject({ current_participants: 1, available_spots: 1, waitlist_count: 2 });
});

test('gives the last spot to a guest or a member, never to both', async () => {
  const { cast, db } = app();
  const crowd = await addCrowd(db, cast, 6);
  const id = await add({ max_participants: 4, with: [cast.ben, crowd[0]!] });
  const clients = await Promise.all(crowd.slice(1).map((person) => as(person)));
  const answers = await Promise.all([
    bring(cast.ben, id, ['Leo']),
    bring(crowd[0]!, id, [null, null]),
    ...clients.map((client) => client.joinSession({ params: { id }, body: {} })),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect((await read(cast.ana, id)).current_participants).toBe(4);
});

test('keeps members and their guests when the host lowers the limit or the spots', async () => {
  const { cast } = app();
  const id = await add();
  await bring(cast.ben, id, ['Leo']);
  const ana = await as(cast.ana);
  const off = await ana.updateSession({ params: { id }, body: { guests_per_member: 0 } });
  expect([off.status, off.error.code, off.error.details]).toEqual([
    409,
    'guests_above_limit',
    { guests_per_member: ['Members are already bringing a guest. Ask them to remove guests first.'] },
  ]);
  const few = await ana.updateSession({ params: { id }, body: { max_participants: 2 } });
  expect([few.status, few.error.code]).toEqual([409, 'spots_below_participants']);
  expect((await ana.updateSession({ params: { id }, body: { guests_per_member: 1 } })).body.guests_per_member).toBe(1);
  await bring(cast.ben, id, []);
  const on = await ana.updateSession({ params: { id }, body: { guests_per_member: 0 } });
  expect(on.body).toMatchObject({ guests_per_member: 0, can_bring_guests: false });
});

test('settles a new guest against a host who turns guests off at the same moment', async () => {
  const { cast } = app();
  const id = await add();
  const ana = await as(cast.ana);
  const [brought, off] = await Promise.all([
    bring(cast.ben, id, ['Leo']),
    ana.updateSession({ params: { id }, body: { guests_per_member: 0 } }),
  ]);
  expect([brought.status, off.status].toSorted()).toEqual([200, 409]);
});

test('holds the limit in the database, whatever writes', async () => {
  const { cast, pool } = app();
  const id = await add({ guests_per_member: 1 });
  const write = (names: (string | null)[]) =>
    pool.query('update session_participants set guest_names = $1 where session_id = $2 and user_id = $3', [
      names,
      id,
      cast.ben.id,
    ]);
  await expect(write([null, null])).rejects.toMatchObject({ constraint: 'session_participants_guests_allowed' });
  await write(['Leo']);
  await expect(pool.query('update sessions set guests_per_member = 0 where id = $1', [id])).rejects.toMatchObject({
    constraint: 'session_participants_guests_allowed',
  });
});

test('shows names to members who are in and to the host, and hides guests across a block', async () => {
  const { cast, db } = app();
  const id = await add();
  await bring(cast.ben, id, ['Leo']);
  const named = [{ user_id: cast.ben.id, first_names: ['Leo'] }];
  expect((await read(cast.ana, id)).guests).toEqual(named);
  expect((await read(cast.finn, id)).guests).toEqual(named);
  expect((await read(cast.cleo, id)).guests).toEqual([{ user_id: cast.ben.id, first_names: [null] }]);
  const organization_id = cast.ben.organizationId ?? '';
  await db
    .insertInto('blocks')
    .values({ organization_id, blocker_id: cast.ben.id, blocked_id: cast.cleo.id })
    .execute();
  expect(await read(cast.cleo, id)).toMatchObject({ guests: [], current_participants: 3 });
  await db.deleteFrom('blocks').where('blocker_id', '=', cast.ben.id).execute();
});

test('tells the host once, keeps the number current, and takes it back with the guests', async () => {
  const { cast } = app();
  const id = await add();
  const titles = async () =>
    (await (await as(cast.ana)).listNotifications({ query: {} })).body.results.map(({ title }) => title);
  await bring(cast.ben, id, ['Leo']);
  await bring(cast.ben, id, ['Leo']);
  await bring(cast.ben, id, ['Leonie']);
  expect(await titles()).toEqual(['Ben is bringing a guest to Leg day']);
  await bring(cast.ben, id, ['Leonie', null]);
  expect(await titles()).toEqual(['Ben is bringing 2 guests to Leg day']);
  await bring(cast.ben, id, []);
  expect(await titles()).toEqual([]);
});

test('exports the names of guests to their member alone', async () => {
  const { cast } = app();
  const id = await add();
  await bring(cast.ben, id, ['Leonie']);
  expect((await (await as(cast.ben)).exportMyData()).text).toContain('"Leonie"');
  expect((await (await as(cast.ana)).exportMyData()).text).not.toContain('Leonie');
});
