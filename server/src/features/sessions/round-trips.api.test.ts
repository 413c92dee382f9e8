import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addCrowd } from '#testing/crowd.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';
import { openDaily } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

type Called = () => Promise<{ status: number }>;
const roundTrips = (call: Called, status = 200): Promise<number> =>
  countRoundTrips(app().pool, async () => expect((await call()).status).toBe(status));

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...more });

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
});

describe('round trips to the database', () => {
  test('joining and leaving take two', async () => {
    const { cast, db } = app();
    const ben = await app().as(cast.ben);
    const id = await add({ with: [cast.finn] });
    await ben.getMe();
    expect(await roundTrips(() => ben.joinSession({ params: { id }, body: {} }))).toBe(2);
    const leave = () => ben.leaveSession({ params: { id }, body: {} });
    // Taken back at once, the host's notification goes too.
    expect(await roundTrips(leave)).toBe(2);
    await ben.joinSession({ params: { id }, body: {} });
    await sql`update session_participants set joined_at = joined_at - interval '1 hour'`.execute(db);
    expect(await roundTrips(leave)).toBe(2);
  });

  test('checking in takes three', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const id = await add({ with: [cast.ben], in: 10 });
    await ben.getMe();
    expect(await roundTrips(() => ben.checkIn({ params: { id }, body: {} }))).toBe(3);
  });

  test('sending a message takes two', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const id = await add({ with: [cast.ben, cast.finn] });
    await ben.getMe();
    const send = () => ben.sendSessionMessage({ params: { id }, body: { content: 'On my way!' } });
    expect(await roundTrips(send, 201)).toBe(2);
  });

  test('creating a session takes three, also with invites', async () => {
    const { cast, db } = app();
    await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
    const ana = await app().as(cast.ana);
    await ana.getMe();
    const body = { title: 'Leg day', workout_type: 'strength' as const, gym_id: cast.gyms.barangaroo };
    const start_time = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 * 2).toISOString();
    const create = (more: { invited_user_ids?: string[] }) => () =>
      ana.createSession({ body: { ...body, start_time, ...more } });
    // The first one learns the gym's time zone, which a server knows from its start.
    await create({})();
    expect(await roundTrips(create({}), 201)).toBe(3);
    expect(await roundTrips(create({ invited_user_ids: [cast.ben.id] }), 201)).toBe(3);
  });

  test('joining and leaving a waitlist and claiming a spot take two', async () => {
    const { cast, db } = app();
    const cleo = await app().as(cast.cleo);
    const id = await add({ with: [cast.finn], max_participants: 2 });
    await cleo.getMe();
    expect(await roundTrips(() => cleo.joinWaitlist({ params: { id } }))).toBe(2);
    expect(await roundTrips(() => cleo.leaveWaitlist({ params: { id } }))).toBe(2);
    await cleo.joinWaitlist({ params: { id } });
    await sql`delete from session_participants where user_id = ${cast.finn.id}`.execute(db);
    expect(await roundTrips(() => cleo.claimSpot({ params: { id } }))).toBe(2);
  });

  test('a list, a session and its chat take one', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const id = await add({ with: [cast.ben] });
    await ben.getMe();
    expect(await roundTrips(() => ben.listSessions())).toBe(1);
    expect(await roundTrips(() => ben.getSession({ params: { id } }))).toBe(1);
    expect(await roundTrips(() => ben.listSessionMessages({ params: { id } }))).toBe(1);
  });
});

describe('participants', () => {
  test('of a listed session are the first six, of the session itself all', async () => {
    const { cast, db } = app();
    const crowd = await addCrowd(db, cast, 8);
    const id = await add({ with: crowd, max_participants: 20 });
    const ben = await app().as(cast.ben);
    const [listed] = (await ben.listSessions()).body.results;
    const ids = [cast.ana, ...crowd].map((person) => person.id);
    expect(listed!.participants.map((person) => person.id)).toEqual(ids.slice(0, 6));
    expect(listed!.current_participants).toBe(9);
    const { body } = await ben.getSession({ params: { id } });
    expect(body.participants.map((person) => person.id)).toEqual(ids);
  });
});
