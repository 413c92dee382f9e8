import { wallAt } from '@spotter/contract/wall-clock.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/things.ts';

const app = useTestApp();
const ZONE = 'Australia/Sydney';
const HOUR = 3_600_000;

const unknownTo = { preferred_times: [], usual_times_shown_to: 'everyone', favourite_workouts: [], is_active: true };

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['sessions', 'conversations', 'notifications', 'operating_hours', 'schedule_overrides'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('users').set(unknownTo).execute();
  // Only acquaintances are added to groups.
  await addFriends(db, cast.ben, [cast.ana, cast.cleo, cast.dov]);
  await openDaily(db, {
    organizationId: cast.organizations.ironHarbour,
    gymId: cast.gyms.barangaroo,
    opens: '06:00',
    closes: '22:00',
  });
});

const set = (person: CastMember, values: object) =>
  app().db.updateTable('users').set(values).where('id', '=', person.id).execute();

/** A session so many days ago, about now by the clock, moved to a full hour; answers the hour at the gym. */
async function trained(person: CastMember, days: number, hour: number, more = {}) {
  const { db, cast } = app();
  const near = new Date(Date.now() - days * 24 * HOUR);
  const shown = Number(wallAt(near, ZONE).time.slice(0, 2));
  const starts_at = new Date(Math.floor(near.getTime() / HOUR) * HOUR + (hour - shown) * HOUR);
  return addSession(db, { gym: cast.gyms.barangaroo, host: person, starts_at, ...more });
}

const timesWith = async (reader: CastMember, other: { id: string }) =>
  (await app().as(reader)).listTimesWithMember({ params: { id: other.id } });
const clockOf = (times: { start_time: string }[]) =>
  times.map(({ start_time }) => wallAt(Date.parse(start_time), ZONE).time);

describe('times to train together', () => {
  test('are three at which both usually train, at their gym, with what both train', async () => {
    const { cast } = app();
    for (const days of [3, 8, 15]) {
      await trained(cast.ana, days, 18, { workout_type: 'cardio' });
      await trained(cast.cleo, days + 1, 18, { workout_type: 'cardio' });
      await trained(cast.ana, days, 7);
      await trained(cast.cleo, days, 12, { workout_type: 'sports' });
    }
    const { body } = await timesWith(cast.ana, cast.cleo);
    expect(body).toMatchObject({
      gym: { id: cast.gyms.barangaroo, timezone: ZONE },
      people: 1,
      workout_type: 'cardio',
      duration_minutes: 60,
    });
    expect(clockOf(body.times)).toEqual(['18:00', '18:00', '18:00']);
    expect(body.times.map(({ basis, can_come }) => [basis, can_come])).toEqual(Array(3).fill(['shared', 1]));
    expect(new Set(body.times.map(({ start_time }) => start_time.slice(0, 10))).size).toBe(3);
  });

  test('leave out sessions of either and hours at which the gym is closed', async () => {
    const { db, cast } = app();
    await set(cast.ana, { preferred_times: ['evening'] });
    await set(cast.cleo, { preferred_times: ['evening'] });
    const before = (await timesWith(cast.ana, cast.cleo)).body.times;
    expect(before.map(({ basis }) => basis)).toEqual(['shared', 'shared', 'shared']);
    const [first, second] = before;
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, starts_at: first!.start_time, minutes: 30 });
    const day = wallAt(Date.parse(second!.start_time), ZONE).day;
    await db
      .insertInto('schedule_overrides')
      .values({
        organization_id: cast.organizations.ironHarbour,
        id: newId(),
        gym_id: cast.gyms.barangaroo,
        first_day: day,
        last_day: day,
        closed: true,
      })
      .execute();
    const after = (await timesWith(cast.ana, cast.cleo)).body.times;
    expect(after).toHaveLength(3);
    expect(after.map(({ start_time }) => start_time)).not.toContain(first!.start_time);
    for (const { start_time } of after) expect(wallAt(Date.parse(start_time), ZONE).day).not.toBe(day);
  });

  test('come close when there is no common one, and stay inside opening hours', async () => {
    const { cast } = app();
    await set(cast.ana, { preferred_times: ['early_morning'] });
    await set(cast.cleo, { preferred_times: ['night'] });
    const { times } = (await timesWith(cast.ana, cast.cleo)).body;
    expect(times).toHaveLength(3);
    for (const { basis } of times) expect(['near', 'open']).toContain(basis);
    for (const clock of clockOf(times)) expect(clock >= '06:00' && clock <= '21:00').toBe(true);
  });

  test('give only reasons that are known', async () => {
    const { cast } = app();
    const bases = async () => new Set((await timesWith(cast.ana, cast.cleo)).body.times.map(({ basis }) => basis));
    expect(await bases()).toEqual(new Set(['open']));
    await set(cast.cleo, { preferred_times: ['evening'] });
    expect(await bases()).toEqual(new Set(['theirs']));
    await set(cast.ana, { preferred_times: ['evening'] });
    expect(await bases()).toEqual(new Set(['shared']));
  });

  test.each(['nobody', 'friends'])('tell nothing of usual times shown to %s', async (shown) => {
    const { cast } = app();
    await set(cast.ana, { preferred_times: ['morning'] });
    const without = (await timesWith(cast.ana, cast.cleo)).body;
    expect(without.times[0]).toMatchObject({ basis: 'yours', can_come: 0 });
    await set(cast.cleo, { preferred_times: ['evening'], usual_times_shown_to: shown });
    for (const days of [2, 9]) await trained(cast.cleo, days, 10, { workout_type: 'sports' });
    expect((await timesWith(cast.ana, cast.cleo)).body).toEqual(without);
    await set(cast.cleo, { usual_times_shown_to: 'everyone' });
    expect((await timesWith(cast.ana, cast.cleo)).body.times[0]).toMatchObject({ basis: 'shared' });
  });

  test('say how many of a group can, without those hidden from the reader', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const user_ids = [cast.ana.id, cast.cleo.id, cast.dov.id];
    const group = (await ben.createGroupConversation({ body: { name: 'Lifters', user_ids } })).body.id;
    for (const person of [cast.ana, cast.ben, cast.cleo, cast.dov])
      await set(person, { preferred_times: [person === cast.ben ? 'morning' : 'evening'] });
    const ask = async (person: CastMember) =>
      (await (await app().as(person)).listTimesWithConversation({ params: { id: group } })).body;
    // Ana and Dov have blocked each other.
    expect(await ask(cast.ana)).toMatchObject({ people: 2, times: Array(3).fill({ can_come: 1, basis: 'shared' }) });
    expect(await ask(cast.cleo)).toMatchObject({ people: 3, times: Array(3).fill({ can_come: 2 }) });
    const eve = await app().as(cast.eve);
    const foreign = await eve.listTimesWithConversation({ params: { id: group } });
    expect(foreign.error.code).toBe('conversation_not_found');
  });

  test('say when the first message still waits for an answer, because then nobody can be invited', async () => {
    const { cast } = app();
    const waits = async (reader: CastMember, other: CastMember) => (await timesWith(reader, other)).body.request_waits;
    expect(await waits(cast.ana, cast.cleo)).toBe(false);
    const ana = await app().as(cast.ana);
    const { body: chat } = await ana.openDirectConversation({ body: { user_id: cast.cleo.id } });
    await ana.sendMessage({ params: { id: chat.id }, body: { content: 'Hi', client_nonce: newId() } });
    expect(await waits(cast.ana, cast.cleo)).toBe(true);
    expect((await ana.listTimesWithConversation({ params: { id: chat.id } })).body.request_waits).toBe(true);
    expect(await waits(cast.cleo, cast.ana)).toBe(false);
    await (await app().as(cast.cleo)).acceptConversation({ params: { id: chat.id } });
    expect(await waits(cast.ana, cast.cleo)).toBe(false);
  });

  test('have no gym when the two share none, and exist for no stranger', async () => {
    const { db, cast } = app();
    const moveTo = async (gym_id: string) => {
      await db.deleteFrom('user_gyms').where('user_id', '=', cast.cleo.id).execute();
      const organization_id = cast.organizations.ironHarbour;
      await db.insertInto('user_gyms').values({ organization_id, user_id: cast.cleo.id, gym_id }).execute();
    };
    await moveTo(cast.gyms.fremantle);
    expect((await timesWith(cast.ana, cast.cleo)).body).toMatchObject({ gym: null, people: 0, times: [] });
    const ana = await app().as(cast.ana);
    const refused = await ana.trainWithMember({ params: { id: cast.cleo.id }, body: invitation() });
    expect(refused.error.code).toBe('gym_not_found');
    await moveTo(cast.gyms.barangaroo);
    for (const other of [cast.eve, cast.dov, { id: newId() }])
      expect((await timesWith(cast.ana, other)).error.code).toBe('user_not_found');
    expect((await timesWith(cast.ana, cast.ana)).error.code).toBe('not_yourself');
  });
});

const noonIn = (days: number) => new Date(`${dayFromNow(days)}T01:00:00Z`).toISOString();
const invitation = (more = {}) => ({
  gym_id: app().cast.gyms.barangaroo,
  workout_type: 'strength' as const,
  title: 'Strength',
  start_time: noonIn(3),
  client_nonce: newId(),
  ...more,
});

describe('an invitation to train together', () => {
  test('creates the session, invites, and posts its card in the direct conversation', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const { status, body } = await ana.trainWithMember({ params: { id: cast.cleo.id }, body: invitation() });
    expect([status, body.session]).toMatchObject([
      201,
      {
        title: 'Strength',
        creator: { id: cast.ana.id },
        current_participants: 1,
        max_participants: 2,
        invite_only: true,
      },
    ]);
    const cleo = await app().as(cast.cleo);
    const { results } = (await cleo.listMessages({ params: { id: body.conversation_id } })).body;
    expect(results).toMatchObject([{ kind: 'session', session: { id: body.session.id }, sender: { id: cast.ana.id } }]);
    expect((await cleo.getSession({ params: { id: body.session.id } })).body).toMatchObject({
      can_join: true,
      can_decline: true,
    });
    // One notification for one thing: the invite, not the message as well.
    const notifications = (await cleo.listNotifications({ query: {} })).body.results;
    expect(notifications.map(({ kind }) => kind)).toEqual(['session_invite']);
  });

  test('is between the two, unless others may join', async () => {
    const { cast } = app();
    const [ana, ben, cleo] = [await app().as(cast.ana), await app().as(cast.ben), await app().as(cast.cleo)];
    const invite = async (more = {}) =>
      (await ana.trainWithMember({ params: { id: cast.cleo.id }, body: invitation(more) })).body.session;
    const { id, share_token } = await invite();
    const params = { id };
    const listed = async () => (await ben.listSessions({ query: {} })).body.results.map((session) => session.id);
    expect(await listed()).toEqual([]);
    for (const refused of [
      await ben.getSession({ params }),
      await ben.joinSession({ params, body: {} }),
      await ben.shareSessionToChat({ params, body: { conversation_id: newId() } }),
      await ben.listSessionMessages({ params, query: {} }),
    ])
      expect([refused.status, refused.error.code]).toEqual([404, 'session_not_found']);
    expect(share_token).toBe(null);
    expect((await ana.shareSession({ params })).error.code).toBe('session_invite_only');
    // The gym's manager runs the place, and sees who is there.
    expect((await (await app().as(cast.finn)).getSession({ params })).body.id).toBe(id);
    expect((await cleo.listSessions({ query: {} })).body.results).toMatchObject([{ id }]);
    // The invited member's spot is nobody else's to take.
    const joinableFor = async (who: CastMember) =>
      (await (await app().as(who)).listSessions({ query: { joinable: true } })).body.results.map(
        (session) => session.id,
      );
    expect([await joinableFor(cast.cleo), await joinableFor(cast.finn)]).toEqual([[id], []]);
    const finn = await app().as(cast.finn);
    expect((await finn.getSession({ params })).body).toMatchObject({
      can_join: false,
      cannot_join_reason: 'not_invited',
      can_wait: false,
    });
    expect((await finn.joinSession({ params, body: {} })).error.code).toBe('not_invited');
    expect((await finn.joinWaitlist({ params })).error.code).toBe('not_invited');

    expect((await ana.getSession({ params })).body.invited).toMatchObject([{ id: cast.cleo.id }]);
    await cleo.joinSession({ params, body: {} });
    expect((await ana.getSession({ params })).body.invited).toEqual([]);
    // Who leaves has answered, and still sees it.
    await app()
      .db.updateTable('session_participants')
      .set({ joined_at: new Date(Date.now() - 3_600_000) })
      .execute();
    expect((await cleo.leaveSession({ params, body: {} })).body).toMatchObject({ has_declined: true });
    expect((await ana.getSession({ params })).body).toMatchObject({ invited: [], declined: [{ id: cast.cleo.id }] });
    expect(await joinableFor(cast.cleo)).toEqual([]);

    await ana.updateSession({ params, body: { invite_only: false, max_participants: 10 } });
    expect(await listed()).toEqual([id]);
    const open = await invite({ let_others_join: true, start_time: noonIn(4) });
    expect(open).toMatchObject({ invite_only: false, max_participants: 10 });
    expect(await listed()).toEqual([id, open.id]);
  });

  test('is told live to the two alone', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const { session } = (await ana.trainWithMember({ params: { id: cast.cleo.id }, body: invitation() })).body;
    const params = { id: session.id };
    await (await app().as(cast.cleo)).joinSession({ params, body: {} });
    await ana.updateSession({ params, body: { title: 'Legs' } });
    await ana.cancelSession({ params, query: {} });
    const told = await db
      .selectFrom('live_events')
      .select(['type', 'gym_id', 'user_ids'])
      .where('type', 'like', 'session.%')
      .where(sql<string>`data ->> 'session_id'`, '=', session.id)
      .execute();
    const kinds = ['session.created', 'session.joined', 'session.updated', 'session.cancelled'];
    expect([...new Set(told.map(({ type }) => type))].sort()).toEqual(kinds.sort());
    for (const { gym_id, user_ids } of told) {
      expect(gym_id).toBe(null);
      expect(user_ids!.toSorted()).toEqual([cast.ana.id, cast.cleo.id].sort());
    }
  });

  test('does not repeat', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const { session } = (await ana.trainWithMember({ params: { id: cast.cleo.id }, body: invitation() })).body;
    const weekly = { repeat_rule: 'FREQ=WEEKLY', scope: 'this' as const };
    const params = { id: session.id };
    for (const body of [weekly, { ...weekly, invite_only: true }])
      expect((await ana.updateSession({ params, body })).error.code).toBe('validation_failed');
    expect((await ana.updateSession({ params, body: { ...weekly, invite_only: false } })).status).toBe(200);
    expect((await ana.updateSession({ params, body: { invite_only: true } })).error.code).toBe('validation_failed');
  });

  test('may offer other times, one of which the invited member takes', async () => {
    const { cast } = app();
    const [ana, cleo] = [await app().as(cast.ana), await app().as(cast.cleo)];
    const other_times = [noonIn(4), noonIn(5)];
    const body = invitation({ other_times });
    const { session } = (await ana.trainWithMember({ params: { id: cast.cleo.id }, body })).body;
    const params = { id: session.id };
    expect((await cleo.getSession({ params })).body.other_times.map((time) => Date.parse(time))).toEqual(
      other_times.map((time) => Date.parse(time)),
    );
    const wrong = await cleo.joinSession({ params, body: { start_time: noonIn(6) } });
    expect([wrong.status, wrong.error.details]).toMatchObject([400, { start_time: [expect.any(String)] }]);
    const joined = (await cleo.joinSession({ params, body: { start_time: noonIn(5) } })).body;
    expect(joined).toMatchObject({ is_participant: true, current_participants: 2 });
    expect(Date.parse(joined.start_time.utc)).toBe(Date.parse(noonIn(5)));
    const refused = await ana.trainWithMember({
      params: { id: cast.cleo.id },
      body: invitation({ other_times: [`${dayFromNow(3)}T18:00:00Z`] }),
    });
    expect(refused.error.code).toBe('gym_closed');
  });

  test.each([
    ['accept', null],
    ['another time', null],
    ['decline', 'declined'],
    ['decline the request', 'declined'],
  ] as const)('is answered once, with its message request: %s', async (answer, request) => {
    const { cast } = app();
    const [ana, cleo] = [await app().as(cast.ana), await app().as(cast.cleo)];
    const { body } = await ana.trainWithMember({
      params: { id: cast.cleo.id },
      body: invitation({ message: 'Hi Cleo, first time at the racks?' }),
    });
    const params = { id: body.session.id };
    const conversation = { params: { id: body.conversation_id } };
    const [card] = (await cleo.listMessages(conversation)).body.results;
    expect(card).toMatchObject({ kind: 'session', content: 'Hi Cleo, first time at the racks?' });
    expect((await cleo.getConversation(conversation)).body.request).toBe('received');
    if (answer === 'accept') await cleo.joinSession({ params, body: {} });
    if (answer === 'another time') await cleo.createProposal({ params, body: { proposed_time: noonIn(4) } });
    if (answer === 'decline') await cleo.declineSession({ params });
    if (answer === 'decline the request') await cleo.declineConversation(conversation);
    expect((await cleo.getConversation(conversation)).body.request).toBe(request);
    const { declined } = (await ana.getSession({ params })).body;
    expect(declined).toHaveLength(request ? 1 : 0);
    // A decline of the request itself stays between the reader and the app.
    expect((await ana.getConversation(conversation)).body.request).toBe(request ? 'sent' : null);
  });

  test('happens once, however often and however fast it is retried', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const body = invitation();
    const send = () => ana.trainWithMember({ params: { id: cast.cleo.id }, body });
    const answers = [...(await Promise.all(Array.from({ length: 8 }, send))), await send()];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body: { session } }) => session.id)).size).toBe(1);
    const count = async (table: 'sessions' | 'messages' | 'session_invites' | 'notifications') =>
      (await db.selectFrom(table).select('organization_id').execute()).length;
    expect(
      await Promise.all((['sessions', 'messages', 'session_invites', 'notifications'] as const).map(count)),
    ).toEqual([1, 1, 1, 1]);
    const elsewhere = await ana.trainWithMember({ params: { id: cast.ben.id }, body });
    expect([elsewhere.status, elsewhere.error.code]).toEqual([409, 'idempotency_key_reused']);
    expect(await count('sessions')).toBe(1);
  });

  test('invites everyone of a group who may come, and gives each a spot', async () => {
    const { db, cast } = app();
    const ben = await app().as(cast.ben);
    const user_ids = [cast.ana.id, cast.cleo.id, cast.dov.id];
    const group = (await ben.createGroupConversation({ body: { name: 'Lifters', user_ids } })).body.id;
    const ana = await app().as(cast.ana);
    const { body } = await ana.trainWithConversation({ params: { id: group }, body: invitation() });
    const invited = await db.selectFrom('session_invites').select('user_id').orderBy('user_id').execute();
    expect(invited.map(({ user_id }) => user_id)).toEqual([cast.ben.id, cast.cleo.id].sort());
    const read = async (person: CastMember) =>
      (await (await app().as(person)).listMessages({ params: { id: group } })).body.results[0];
    expect(await read(cast.cleo)).toMatchObject({ session: { id: body.session.id } });
    // A card across a block is folded away like any message.
    expect(await read(cast.dov)).toMatchObject({ is_hidden: true, session: null });
  });

  test('follows the rules of every session, and leaves nothing behind when refused', async () => {
    const { db, cast } = app();
    const ana = await app().as(cast.ana);
    const refusal = async (other: CastMember, more: object) => {
      const answer = await ana.trainWithMember({ params: { id: other.id }, body: invitation(more) as never });
      return [answer.status, answer.error.code];
    };
    expect(await refusal(cast.cleo, { start_time: `${dayFromNow(3)}T18:00:00Z` })).toEqual([400, 'gym_closed']);
    expect(await refusal(cast.cleo, { start_time: '2026-01-05T01:00:00Z' })).toEqual([400, 'session_in_past']);
    expect(await refusal(cast.cleo, { gym_id: cast.gyms.shoreditch })).toEqual([404, 'gym_not_found']);
    expect(await refusal(cast.cleo, { title: ' ' })).toEqual([400, 'validation_failed']);
    expect(await refusal(cast.cleo, { client_nonce: undefined })).toEqual([400, 'validation_failed']);
    expect(await refusal(cast.dov, {})).toEqual([404, 'user_not_found']);
    expect(await refusal(cast.eve, {})).toEqual([404, 'user_not_found']);
    expect((await refusal(cast.ana, {}))[1]).toBe('not_yourself');
    for (const table of ['sessions', 'conversations', 'notifications'] as const)
      expect(await db.selectFrom(table).select('organization_id').execute()).toEqual([]);
  });
});

describe('an invite to one of the caller’s sessions', () => {
  test('is sent once with its card, by anybody who is in it', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, with: [cast.ana] });
    const ana = await app().as(cast.ana);
    const body = { session_id: id, client_nonce: newId() };
    const invite = () => ana.inviteMember({ params: { id: cast.cleo.id }, body });
    const [first, second] = await Promise.all([invite(), invite()]);
    expect([first.status, second.body]).toEqual([201, first.body]);
    const cleo = await app().as(cast.cleo);
    const { results } = (await cleo.listMessages({ params: { id: first.body.conversation_id } })).body;
    expect(results).toMatchObject([{ kind: 'session', session: { id } }]);
    expect((await cleo.getSession({ params: { id } })).body.can_decline).toBe(true);
    const kinds = (await cleo.listNotifications({ query: {} })).body.results.map(({ kind }) => kind);
    expect(kinds).toEqual(['session_invite']);
  });

  test('is refused where it makes no sense', async () => {
    const { db, cast } = app();
    const gym = cast.gyms.barangaroo;
    const ana = await app().as(cast.ana);
    const refusal = async (other: CastMember, session_id: string) => {
      const body = { session_id, client_nonce: newId() };
      return (await ana.inviteMember({ params: { id: other.id }, body })).error.code;
    };
    const bens = await addSession(db, { gym, host: cast.ben });
    const started = await addSession(db, { gym, host: cast.ana, in: -10 });
    const mine = await addSession(db, { gym, host: cast.ana, with: [cast.cleo] });
    const dovs = await addSession(db, { gym, host: cast.dov });
    expect(await refusal(cast.cleo, bens)).toBe('not_a_participant');
    expect(await refusal(cast.cleo, started)).toBe('session_started');
    expect(await refusal(cast.cleo, mine)).toBe('member_already_in');
    expect(await refusal(cast.cleo, dovs)).toBe('session_not_found');
    expect(await refusal(cast.dov, mine)).toBe('user_not_found');
    expect(await refusal(cast.eve, mine)).toBe('user_not_found');
    await ana.cancelSession({ params: { id: mine }, query: {} });
    expect(await refusal(cast.ben, mine)).toBe('session_cancelled');
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  });
});
