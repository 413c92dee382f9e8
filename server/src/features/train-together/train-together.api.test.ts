import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['sessions', 'conversations', 'notifications', 'operating_hours', 'schedule_overrides'] as const)
    await db.deleteFrom(table).execute();
  // Only acquaintances are added to groups.
  await addFriends(db, cast.ben, [cast.ana, cast.cleo, cast.dov]);
  await openDaily(db, {
    organizationId: cast.organizations.ironHarbour,
    gymId: cast.gyms.barangaroo,
    opens: '06:00',
    closes: '22:00',
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

  test('takes what a host may choose for a session, and refuses what a session refuses', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const invite = async (more: object) => ana.trainWithMember({ params: { id: cast.ben.id }, body: invitation(more) });
    const chosen = {
      start_time: `${dayFromNow(3)}T12:00`,
      description: 'Bring chalk',
      max_participants: 4,
      fitness_level_min: 'intermediate',
      guests_per_member: 1,
    };
    const { session } = (await invite(chosen)).body;
    const { start_time, ...rest } = chosen;
    expect(session).toMatchObject({ ...rest, invite_only: true, invited: [{ id: cast.ben.id }] });
    expect(session.start_time.local.slice(0, 16)).toBe(start_time);
    const weekly = { repeat_rule: 'FREQ=WEEKLY;BYDAY=MO' };
    expect((await invite({ ...weekly, let_others_join: true })).body.session.series).not.toBe(null);
    const wrongFields = async (more: object) => Object.keys((await invite(more)).error.details ?? {});
    expect(await wrongFields(weekly)).toEqual(['repeat_rule']);
    expect(await wrongFields({ fitness_level_min: 'advanced', fitness_level_max: 'beginner' })).toEqual([
      'fitness_level_max',
    ]);
  });

  test("is told live to the two and the gym's managers alone", async () => {
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
      expect(user_ids!.toSorted()).toEqual([cast.ana, cast.cleo, cast.finn, cast.olga].map(({ id }) => id).sort());
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
    const refusal = async (time: string) => {
      const refused = invitation({ other_times: [noonIn(4), time] });
      const { error } = await ana.trainWithMember({ params: { id: cast.cleo.id }, body: refused });
      return [error.code, Object.keys(error.details ?? {})];
    };
    expect(await refusal(`${dayFromNow(3)}T18:00:00Z`)).toEqual(['gym_closed', ['other_times']]);
    expect(await refusal('2026-01-05T01:00:00Z')).toEqual(['session_in_past', ['other_times']]);
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

describe("an invite to one of the caller's sessions", () => {
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
