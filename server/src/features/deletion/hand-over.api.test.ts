import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { type CastMember, castPassword } from '#testing/cast.ts';
import { addCrowd, zoneWhereItIs } from '#testing/crowd.ts';
import { addFriends, addNotification, addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  for (const table of ['notifications', 'sessions', 'session_series', 'live_events'] as const)
    await db.deleteFrom(table).execute();
});

/** A member like Ana, whose account may go. */
async function addHost(): Promise<CastMember> {
  const { db, cast } = app();
  const [host] = await addCrowd(db, cast, 1);
  await sql`update users set first_name = 'Hanna', password_hash = (select password_hash from users where id = ${cast.ana.id})
    where id = ${host!.id}`.execute(db);
  return host!;
}
const add = (host: CastMember, more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host, title: 'Hanna’s legs', ...more });
const told = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title, body }) =>
    body ? [title, body] : title,
  );
const deleteAccount = async (person: CastMember) =>
  expect((await (await app().as(person)).deleteMe({ body: { password: castPassword } })).status).toBe(204);
const wait = (session_id: string, { id }: CastMember) =>
  app()
    .db.insertInto('session_waitlist')
    .values({ organization_id: app().cast.organizations.ironHarbour, id: newId(), session_id, user_id: id })
    .execute();
const dayOf = (wall: string) =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Sydney', weekday: 'short', day: 'numeric', month: 'short' })
    .format(new Date(wall))
    .replace(',', '');

describe('when a host deletes their account', () => {
  test('the longest-standing member becomes the host and is told, and proposals go on', async () => {
    const { db, cast } = app();
    const { ben, cleo } = cast;
    const host = await addHost();
    const id = await add(host, { with: [ben, cleo], description: 'By Hanna' });
    const running = await add(host, { with: [cleo], in: -10 });
    const proposed_starts_at = new Date(Date.now() + 30 * 3_600_000);
    await db
      .insertInto('session_proposals')
      .values({
        organization_id: cast.organizations.ironHarbour,
        id: newId(),
        session_id: id,
        proposer_id: cleo.id,
        answerer_id: host.id,
        proposed_starts_at,
        instead_of: new Date(),
      })
      .execute();
    await deleteAccount(host);
    expect(await told(ben)).toEqual([
      "You're now hosting Strength session",
      ['Cleo proposed another time for Strength session', expect.stringMatching(/^\w+, \d+:\d+ [ap]m$/)],
    ]);
    expect(await told(cleo)).toEqual(["You're now hosting Strength session"]);
    const rows = await db.selectFrom('sessions').select(['id', 'creator_id', 'title', 'description']).execute();
    expect(rows).toHaveLength(2);
    const words = { title: 'Strength session', description: '' };
    expect(rows).toContainEqual({ id, creator_id: ben.id, ...words });
    expect(rows).toContainEqual({ id: running, creator_id: cleo.id, ...words });
    const events = await db.selectFrom('live_events').select(['type', 'data']).execute();
    expect(events.map(({ type }) => type)).toContain('session.updated');
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${host.id}|Hanna`));
  });

  test('the waitlist of a session that ends is told what it was and when', async () => {
    const { db, cast } = app();
    const host = await addHost();
    const starts_at = new Date(Date.now() + 26 * 3_600_000);
    const id = await add(host, { starts_at, workout_type: 'cardio', max_participants: 2 });
    await wait(id, cast.cleo);
    await deleteAccount(host);
    const [notice] = (await (await app().as(cast.cleo)).listNotifications()).body.results;
    expect(notice).toMatchObject({
      kind: 'session_cancelled',
      title: `Cardio session on ${dayOf(starts_at.toISOString())} was cancelled`,
      body: 'Everyone left the session.',
      session_id: null,
      url: null,
    });
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
    const types = (await db.selectFrom('live_events').select('type').execute()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['session.cancelled', 'notification.created']));
  });

  test('a freed spot goes to the waitlist, and the host hears that a former member left', async () => {
    const { db, cast } = app();
    const leaver = await addHost();
    const id = await add(cast.ana, { title: 'Leg day', with: [leaver], max_participants: 2, in: 60 * 72 });
    await wait(id, cast.cleo);
    // At night spots are not offered.
    const setZone = (timezone: string) =>
      db.updateTable('gyms').set({ timezone }).where('id', '=', cast.gyms.barangaroo).execute();
    await setZone(zoneWhereItIs(12));
    onTestFinished(async () => void (await setZone('Australia/Sydney')));
    await deleteAccount(leaver);
    expect(await told(cast.ana)).toEqual(['A former member left Leg day']);
    const waiting = await db.selectFrom('session_waitlist').select('status').where('session_id', '=', id).execute();
    expect(waiting).toEqual([{ status: 'offered' }]);
  });

  test('a series goes on with its members, who are told once', async () => {
    const { cast, db } = app();
    const host = await addHost();
    const series = newId();
    const all = { organization_id: cast.organizations.ironHarbour, series_id: series };
    await sql`insert into session_series (organization_id, id, gym_id, creator_id, rrule, timezone, starts_local, workout_type, title)
      values (${all.organization_id}, ${series}, ${cast.gyms.barangaroo}, ${host.id}, 'FREQ=WEEKLY', 'Australia/Sydney',
        now() + interval '1 day', 'strength', 'Hanna’s legs')`.execute(db);
    await db
      .insertInto('session_series_members')
      .values([host, cast.ben].map(({ id }) => ({ ...all, user_id: id })))
      .execute();
    for (const week of [1, 2, 3])
      await add(host, {
        with: [cast.ben],
        in: week * 7 * 24 * 60,
        series_id: series,
        occurrence_on: `2030-01-0${week}`,
      });
    await deleteAccount(host);
    expect(await told(cast.ben)).toEqual(["You're now hosting Strength session and the sessions after it"]);
    expect(await db.selectFrom('session_series').select(['creator_id', 'title', 'ended_at']).execute()).toEqual([
      { creator_id: cast.ben.id, title: 'Strength session', ended_at: null },
    ]);
  });

  test('notifications that were sent keep their text without the name', async () => {
    const { cast, db } = app();
    const { ana, ben, cleo } = cast;
    const host = await addHost();
    const legDay = await add(ana, { title: 'Leg day', with: [host] });
    const gone = await add(host, { in: -600 });
    await addNotification(db, { to: ana, kind: 'session_joined', by: [host], session: legDay });
    await addNotification(db, { to: ben, kind: 'session_joined', by: [cleo, host], session: legDay });
    await addNotification(db, { to: ben, kind: 'session_invite', by: [host], session: gone });
    await addNotification(db, {
      to: cleo,
      kind: 'session_cancelled',
      by: [host],
      session: legDay,
      data: { reason: 'Hanna is ill' },
    });
    await deleteAccount(host);
    expect(await told(ana)).toEqual(['A former member left Leg day', 'A former member joined Leg day']);
    expect((await told(ben)).toSorted()).toEqual([
      expect.stringMatching(/^A former member invited you to Strength session on \w+ \d+ \w+$/),
      'Cleo and 1 other joined Leg day',
    ]);
    expect(await told(cleo)).toEqual(['Leg day was cancelled']);
  });
});

test('a group whose only admin deletes the account learns who took over', async () => {
  const { db, cast } = app();
  const host = await addHost();
  await addFriends(db, host, [cast.ben, cast.cleo]);
  const client = await app().as(host);
  const start = async () =>
    (await client.createGroupConversation({ body: { name: 'Crew', user_ids: [cast.ben.id, cast.cleo.id] } })).body.id;
  const [alone, shared] = [await start(), await start()];
  await client.addAdmins({ params: { id: shared }, body: { user_ids: [cast.cleo.id] } });
  await deleteAccount(host);
  const ben = await app().as(cast.ben);
  const newest = async (id: string) => (await ben.listMessages({ params: { id } })).body.results[0]?.notice;
  const { participants } = (await ben.getConversation({ params: { id: alone } })).body;
  const heir = participants.find(({ is_admin }) => is_admin);
  expect(await newest(alone)).toMatchObject({ action: 'inherited', actor: { id: heir?.id } });
  expect(await newest(shared)).toMatchObject({ action: 'promoted' });
});
