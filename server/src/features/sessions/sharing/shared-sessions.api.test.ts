import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { shareCodeOf } from '#testing/invites.ts';
import { addSession, participantsOf } from '#testing/test-data.ts';

const app = useTestApp();

const tokenOf = (id: string) => id.replaceAll('-', '');
const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...more });
const participants = (id: string) => participantsOf(app().db, id);

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
  await db.deleteFrom('friendships').where('user_high_id', '<>', cast.ben.id).execute();
  await db.deleteFrom('referrals').execute();
  await db.deleteFrom('live_events').execute();
  await db.deleteFrom('user_gyms').where('user_id', '=', cast.gwen.id).execute();
  await db
    .updateTable('users')
    .set({ organization_id: null, current_gym_id: null, default_gym_id: null })
    .where('id', '=', cast.gwen.id)
    .execute();
});

describe('the session behind a link', () => {
  const shared = (id: string, person?: CastMember, headers = {}, referrer_code?: string) =>
    person
      ? app()
          .as(person)
          .then((client) =>
            client.getSharedSession({ params: { token: tokenOf(id) }, query: { referrer_code }, headers }),
          )
      : app().visitor.getSharedSession({ params: { token: tokenOf(id) }, query: { referrer_code } });

  test('names the member who shared it and the first six who go, each as far as the reader may know', async () => {
    const { db, cast } = app();
    const crowd = await addCrowd(db, cast, 6);
    const id = await add({ max_participants: 20, with: [cast.ben, cast.dov, ...crowd] });
    const bensCode = await shareCodeOf(db, cast.ben);
    const { body } = await shared(id, undefined, {}, bensCode);
    expect(body.shared_by).toEqual({
      name: 'Ben',
      initials: expect.stringMatching(/^B/),
      avatar_color: expect.stringMatching(/^#/),
      avatar_url: null,
    });
    expect(body.participants).toHaveLength(6);
    expect(body.participants[0]?.name).toBe('Ana');
    expect((await shared(id, cast.cleo, {}, bensCode)).body.shared_by?.name).toMatch(/^Ben \S+/);
    // Nobody is named whom the reader must not know of, nor the host as the one who passed it on.
    const ana = await shared(id, cast.ana, {}, await shareCodeOf(db, cast.dov));
    expect(ana.body.shared_by).toBeNull();
    expect(ana.body.participants.map(({ name }) => name)).not.toContain('Dov');
    for (const code of [await shareCodeOf(db, cast.ana), await shareCodeOf(db, cast.eve), 'nobody-has-it'])
      expect((await shared(id, undefined, {}, code)).body.shared_by).toBeNull();
    await db.deleteFrom('users').where('first_name', '=', 'Crowd').execute();
  });

  test("shows a stranger the session, its time and gym, and only the host's first name", async () => {
    const { db, cast } = app();
    await db.insertInto('files').values({ key: 'ana.webp', content_type: 'image/webp', bytes: 1 }).execute();
    await db.updateTable('users').set({ avatar_key: 'ana.webp' }).where('id', '=', cast.ana.id).execute();
    const starts_at = new Date(Date.now() + 86_400_000);
    const id = await add({
      title: 'Leg day',
      description: 'Squats.',
      starts_at,
      max_participants: 6,
      with: [cast.ben],
    });
    const { status, body } = await shared(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: 'Leg day',
      description: 'Squats.',
      start_time: { utc: starts_at.toISOString(), timezone: 'Australia/Sydney' },
      duration: 60,
      session_duration_minutes: 60,
      workout_type: 'strength',
      session_types: [],
      current_participants: 2,
      participants_count: 2,
      max_participants: 6,
      organization: { id: cast.organizations.ironHarbour, name: 'Iron Harbour' },
      gym: { id: cast.gyms.barangaroo, name: 'Barangaroo' },
      user_is_participant: false,
    });
    expect(body.creator).toEqual({
      id: cast.ana.id,
      full_name: 'Ana',
      email: null,
      initials: 'AA',
      avatar_color: expect.stringMatching(/^#/),
      avatar_url: null,
      personal_share_code: null,
    });
  });

  test("shows members of the organization the host's name, and whether they are in it", async () => {
    const { db, cast } = app();
    const id = await add({ with: [cast.ben] });
    const { body } = await shared(id, cast.ben);
    expect(body).toMatchObject({
      user_is_participant: true,
      creator: {
        full_name: 'Ana Alvarez',
        email: cast.ana.email,
        personal_share_code: await shareCodeOf(db, cast.ana),
      },
    });
    expect((await shared(id, cast.eve)).body.creator).toMatchObject({ full_name: 'Ana', email: null });
  });

  test('offers no spot that is owed to the waitlist', async () => {
    const { db, cast } = app();
    const { ironHarbour: organization_id } = cast.organizations;
    const id = await add({ max_participants: 3, with: [cast.ben] });
    expect((await shared(id)).body.available_spots).toBe(1);
    const user_id = cast.cleo.id;
    await db.insertInto('session_waitlist').values({ organization_id, id: newId(), session_id: id, user_id }).execute();
    expect((await shared(id)).body).toMatchObject({ current_participants: 2, available_spots: 0 });
    const gwen = await app().as(cast.gwen);
    const refused = await gwen.joinByToken({ body: { share_token: tokenOf(id) } });
    expect(refused.error.code).toBe('session_full');
  });

  test("shows the time in the reader's zone on request", async () => {
    const { db, cast } = app();
    await db.updateTable('users').set({ timezone: 'Europe/London' }).where('id', '=', cast.eve.id).execute();
    const { body } = await shared(await add(), cast.eve, { 'x-use-new-timezone': 'true' });
    expect(body.start_time.timezone).toBe('Europe/London');
  });

  test('is gone, with the same answer, when revoked, cancelled, over, in a demo or across a block', async () => {
    const { cast } = app();
    const answers = [
      await app().visitor.getSharedSession({ params: { token: 'no-such-token-at-all' } }),
      await shared(await add({ share_token: null })),
      await shared(await add({ status: 'cancelled', cancelled_at: new Date() })),
      await shared(await add({ in: -90 })),
      await shared(await add({ gym: cast.gyms.sandbox, host: cast.demi })),
      await shared(await add(), cast.dov),
    ];
    for (const { status, error } of answers)
      expect([status, error.code, error.error]).toEqual([
        404,
        'shared_session_not_found',
        'Session not found or link has expired.',
      ]);
  });
});

describe('joining by a link', () => {
  const join = async (person: CastMember, id: string, referrer_code?: string) =>
    (await app().as(person)).joinByToken({ body: { share_token: tokenOf(id), referrer_code } });

  test('takes a spot and announces it, except across a block', async () => {
    const { db, cast } = app();
    const id = await add({ max_participants: 5 });
    const { status, body } = await join(cast.cleo, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      friend_added: false,
      session: { id, is_participant: true, can_join: false, current_participants: 2, available_spots: 3 },
    });
    const [event] = await db.selectFrom('live_events').selectAll().where('type', '=', 'session.joined').execute();
    expect(event?.data).toMatchObject({ session_id: id, current_participants: 2, user: { id: cast.cleo.id } });
    expect(event).toMatchObject({ user_ids: null, gym_id: cast.gyms.barangaroo, except_ids: [cast.dov.id] });
    const [told] = await db.selectFrom('notifications').select(['kind', 'user_id']).execute();
    expect(told).toEqual({ kind: 'session_joined', user_id: cast.ana.id });
  });

  test('makes friends with the member who shared the link', async () => {
    const { db, cast } = app();
    const { body } = await join(cast.cleo, await add(), await shareCodeOf(db, cast.ben));
    expect(body.friend_added).toBe(true);
    const none = await join(cast.ben, await add(), 'nobody-has-it');
    expect([none.status, none.body.friend_added]).toEqual([200, false]);
    const foreign = await join(cast.ben, await add(), await shareCodeOf(db, cast.eve));
    expect([foreign.status, foreign.body.friend_added]).toEqual([200, false]);
  });

  test('gives access to the gym to people without one, and to members of another location', async () => {
    const { cast } = app();
    const id = await add({ gym: cast.gyms.fremantle });
    const gwen = await app().as(cast.gwen);
    const { status, body } = await gwen.joinByToken({ body: { share_token: tokenOf(id) } });
    expect([status, body.session.is_participant]).toEqual([200, true]);
    expect((await gwen.getMe()).body).toMatchObject({
      organization: { name: 'Iron Harbour' },
      current_gym: { name: 'Fremantle' },
    });
    expect((await join(cast.cleo, id)).status).toBe(200);
    const cleo = (await (await app().as(cast.cleo)).getMe()).body;
    expect(cleo.accessible_gyms.map(({ name }) => name)).toEqual(['Barangaroo', 'Fremantle']);
    expect(cleo.current_gym?.name).toBe('Barangaroo');
    await app().db.deleteFrom('user_gyms').where('gym_id', '=', cast.gyms.fremantle).execute();
  });

  test('returns the reason and changes nothing when it is refused', async () => {
    const { db, cast } = app();
    const why = async (person: CastMember, more: Partial<Parameters<typeof addSession>[1]>) => {
      const { status, error } = await join(person, await add(more));
      return [status, error.code, error.error];
    };
    expect(await why(cast.ben, { with: [cast.ben] })).toEqual([
      400,
      'already_joined',
      "You're already in this session!",
    ]);
    expect(await why(cast.ben, { max_participants: 1 })).toEqual([400, 'session_full', 'Session is full']);
    expect((await why(cast.ben, { in: -10 }))[1]).toBe('session_started');
    expect((await why(cast.ben, { fitness_level_min: 'advanced' }))[1]).toBe('level_not_met');
    expect((await why(cast.ben, { gender_preference: 'female' }))[1]).toBe('gender_not_met');
    expect((await why(cast.gwen, { max_participants: 1 }))[1]).toBe('session_full');
    const gwen = await db
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', cast.gwen.id)
      .executeTakeFirst();
    expect(gwen?.organization_id).toBeNull();
  });

  test('is refused to other organizations, blocked members, a super admin inside, and signed-out callers', async () => {
    const { cast, visitor } = app();
    const id = await add();
    expect((await visitor.joinByToken({ body: { share_token: tokenOf(id) } })).status).toBe(401);
    expect((await join(cast.eve, id)).error.code).toBe('already_member');
    expect((await join(cast.demi, id)).error.code).toBe('already_member');
    expect((await join(cast.sam, id)).error.code).toBe('already_member');
    expect((await join(cast.dov, id)).error.code).toBe('shared_session_not_found');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const { error } = await inside.joinByToken({ body: { share_token: tokenOf(id) } });
    expect(error.code).toBe('emulation_not_allowed');
    expect(await participants(id)).toEqual([cast.ana.id]);
  });

  test('returns the first answer to a retry with the same key', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const input = { body: { share_token: tokenOf(await add()) }, headers: { 'idempotency-key': 'join-1' } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ben.joinByToken(input)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('gives the last spot to one of fifty, and tells the others that it is full', async () => {
    const { db, cast } = app();
    const crowd = await addCrowd(db, cast, 50);
    const id = await add({ max_participants: 3, with: [cast.ben] });
    const clients = await Promise.all(crowd.map((person) => app().as(person)));
    const answers = await Promise.all(
      clients.map((client) => client.joinByToken({ body: { share_token: tokenOf(id) } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ status, error }) => `${status} ${error.error}`))).toEqual(
      new Set(['400 Session is full']),
    );
    expect(await participants(id)).toHaveLength(3);
    const session = await db
      .selectFrom('sessions')
      .select('current_participants')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(session?.current_participants).toBe(3);
    await db.deleteFrom('users').where('first_name', '=', 'Crowd').execute();
  });
});

test('joining, befriending and changing a profile at once never deadlock', async () => {
  const { db, cast } = app();
  const people = [cast.ana, cast.ben, cast.cleo, cast.finn, cast.olga];
  const clients = await Promise.all(people.map((person) => app().as(person)));
  const codes = await Promise.all(people.map((person) => shareCodeOf(db, person)));
  for (let round = 0; round < 3; round++) {
    const id = await add({ host: cast.finn, max_participants: 50 });
    const answers = await Promise.all(
      clients.flatMap((client, index) => [
        client.joinByToken({ body: { share_token: tokenOf(id), referrer_code: codes[(index + 1) % codes.length] } }),
        client.updateMe({ body: { bio: `round ${round}` } }),
        client.joinPlatformInvite({ body: { referrer_code: codes[(index + 2) % codes.length] ?? '' } }),
        client.joinPendingSession({
          body: { session_id: id, friend_request_ids: people.filter((_, n) => n !== index).map((other) => other.id) },
        }),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
});

describe("a session's own page", () => {
  test('includes the fields that lists leave out', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben], max_participants: 2 });
    const { status, body } = await (await app().as(cast.cleo)).getSession({ params: { id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      can_join: false,
      cannot_join_reason: 'session_full',
      can_wait: true,
      waitlist_position: null,
      offer_expires_at: null,
      can_check_in: false,
      checked_in_user_ids: [],
      series: null,
      open_proposals: 0,
      share_token: null,
    });
  });

  test('is not found for another gym, organization or a blocked host', async () => {
    const { cast } = app();
    const hidden = [
      await add({ gym: cast.gyms.fremantle }),
      await add({ gym: cast.gyms.shoreditch, host: cast.eve }),
      await add({ host: cast.dov }),
      newId(),
    ];
    const ana = await app().as(cast.ana);
    for (const id of hidden) {
      const { status, error } = await ana.getSession({ params: { id } });
      expect([status, error.code]).toEqual([404, 'session_not_found']);
    }
  });
});
