import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends, addSession } from '#testing/test-data.ts';
import { refreshIn } from './retention.jobs.ts';

const app = useTestApp();
const DAY = 24 * 60;
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);

async function trained(person: CastMember, daysAgo: readonly number[], more: { with?: CastMember[] } = {}) {
  const { db, cast } = app();
  for (const days of daysAgo)
    await addSession(db, { gym: cast.gyms.barangaroo, host: person, in: -days * DAY, ...more });
}
const everyDays = (first: number, last: number, step: number) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

async function compute() {
  const { connection, cast } = app();
  const organizationId = cast.organizations.ironHarbour;
  await inTransaction(connection.inside({ organizationId }), (tx) =>
    refreshIn(tx, { organizationId, now: new Date() }),
  );
}

/** Ana trained often with Cleo, and both stopped; Ben, a friend of hers, still trains. */
beforeEach(async () => {
  const { db, cast } = app();
  for (const table of [
    'sessions',
    'conversations',
    'notifications',
    'member_risks',
    'member_risk_runs',
    'member_risk_models',
    'member_risk_names',
    'session_series',
    'member_remedies',
    'member_risk_dismissals',
    'audit_log',
  ] as const)
    await db.deleteFrom(table).execute();
  await addFriends(db, cast.ana, [cast.ben]);
  await trained(cast.ana, everyDays(25, 70, 3), { with: [cast.cleo] });
  await trained(cast.ben, everyDays(1, 70, 4));
  await compute();
});

const remedies = () => app().db.selectFrom('member_remedies').selectAll().execute();

describe('the list of members at risk', () => {
  test('has the likeliest first, with a word, a reason and what can be done', async () => {
    const { cast } = app();
    const { status, body } = await (await olga()).listMembersAtRisk({ query: {} });
    expect(status).toBe(200);
    expect(body.results.map(({ person }) => person.id).toSorted()).toEqual([cast.ana.id, cast.cleo.id].toSorted());
    const ana = body.results.find(({ person }) => person.id === cast.ana.id)!;
    expect(ana).toMatchObject({ level: expect.stringMatching(/likely/), can_message: true, can_ask_friend: true });
    expect(ana.reason).toMatch(/^Trained twice a week.*, nothing for 25 days; their usual partner stopped too/);
    expect(ana.factors.length).toBeGreaterThan(0);
    expect(body).toMatchObject({ count: 2, outcome: { tried: 0, came_back: 0 }, computed_at: expect.any(String) });
    expect(body.results.find(({ person }) => person.id === cast.cleo.id)).toMatchObject({ can_ask_friend: false });
  });

  test('is limited to the gyms of a gym admin, and filtered by gym', async () => {
    const { db, cast } = app();
    await db.updateTable('user_gyms').set({ manages: true }).where('user_id', '=', cast.finn.id).execute();
    expect((await (await finn()).listMembersAtRisk({ query: {} })).body.count).toBe(2);
    const owner = await olga();
    const there = await owner.listMembersAtRisk({ query: { gym_id: cast.gyms.fremantle } });
    expect(there.body.count).toBe(0);
    const elsewhere = await (await finn()).listMembersAtRisk({ query: { gym_id: cast.gyms.fremantle } });
    expect(elsewhere.error.code).toBe('gym_not_found');
    const other = { organization_id: cast.organizations.nightShift };
    expect((await owner.listMembersAtRisk({ query: other })).error.code).toBe('organization_not_found');
    // Ana moves to a gym that Finn doesn't manage.
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.ana.id).execute();
    const keys = { organization_id: cast.organizations.ironHarbour, user_id: cast.ana.id };
    await db
      .insertInto('user_gyms')
      .values({ ...keys, gym_id: cast.gyms.fremantle })
      .execute();
    const gymAdmin = await finn();
    expect((await gymAdmin.listMembersAtRisk({ query: {} })).body.count).toBe(1);
    const ana = { params: { id: cast.ana.id } };
    for (const { error } of [
      await gymAdmin.getMemberRisk(ana),
      await gymAdmin.listSessionsForMemberAtRisk(ana),
      await gymAdmin.dismissMemberAtRisk(ana),
      await gymAdmin.restoreMemberAtRisk(ana),
      await gymAdmin.askFriendToReachOut(ana),
      await gymAdmin.messageMemberAtRisk({ ...ana, body: { content: 'Hello' } }),
      await gymAdmin.inviteMemberAtRisk({ ...ana, body: { session_id: newId() } }),
    ])
      expect(error.code).toBe('user_not_found');
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.ana.id).execute();
    await db
      .insertInto('user_gyms')
      .values({ ...keys, gym_id: cast.gyms.barangaroo })
      .execute();
  });

  test('answers a member of another organization like one that does not exist', async () => {
    const { cast } = app();
    const owner = await olga();
    const [other, nobody] = await Promise.all(
      [cast.eve.id, newId()].map((id) => owner.getMemberRisk({ params: { id } })),
    );
    expect(other!.error).toEqual({ ...nobody!.error, request_id: other!.error.request_id });
    expect(other!.status).toBe(404);
  });

  test('is computed once a night, however often the job runs', async () => {
    const { db } = app();
    await db.updateTable('member_risks').set({ probability: 0.99 }).execute();
    await compute();
    expect(
      new Set((await db.selectFrom('member_risks').select('probability').execute()).map((row) => row.probability)),
    ).toEqual(new Set([0.99]));
    await db.updateTable('member_risk_runs').set({ computed_on: '2020-01-01' }).execute();
    await compute();
    const [highest] = await db
      .selectFrom('member_risks')
      .select('probability')
      .orderBy('probability', 'desc')
      .execute();
    expect(highest!.probability).toBeLessThan(0.99);
  });
});

describe('dismissing', () => {
  test('takes a member off the list for 30 days, and can be undone', async () => {
    const { db, cast } = app();
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    expect((await owner.dismissMemberAtRisk(ana)).status).toBe(204);
    expect((await owner.listMembersAtRisk({ query: {} })).body.count).toBe(1);
    await owner.restoreMemberAtRisk(ana);
    expect((await owner.listMembersAtRisk({ query: {} })).body.count).toBe(2);
    await owner.dismissMemberAtRisk(ana);
    await db
      .updateTable('member_risk_dismissals')
      .set({ until: new Date(Date.now() - 1000) })
      .execute();
    expect((await owner.listMembersAtRisk({ query: {} })).body.count).toBe(2);
    const entries = await db.selectFrom('audit_log').select(['action', 'actor_id']).execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'member_at_risk.dismissed',
      'member_at_risk.restored',
      'member_at_risk.dismissed',
    ]);
  });
});

describe('a remedy', () => {
  test('sends a message from the admin by the ordinary rules, once', async () => {
    const { cast } = app();
    const owner = await olga();
    const body = { content: 'Hi Ana, we miss you!', client_nonce: newId() };
    const send = () => owner.messageMemberAtRisk({ params: { id: cast.ana.id }, body });
    const { status, body: after } = await send();
    expect(status).toBe(200);
    expect(after.risk?.remedies).toMatchObject([{ kind: 'message' }]);
    await send();
    expect(await remedies()).toHaveLength(1);
    const ana = await app().as(cast.ana);
    const [conversation] = (await ana.listConversations({ query: { requests: true } })).body.results;
    const { results } = (await ana.listMessages({ params: { id: conversation!.id } })).body;
    expect(results).toMatchObject([{ content: 'Hi Ana, we miss you!', sender: { id: cast.olga.id } }]);
    // A second message has to wait until Ana accepts the first.
    const second = await owner.messageMemberAtRisk({ params: { id: cast.ana.id }, body: { content: 'Still there?' } });
    expect(second.error.code).toBe('message_request_waits');
    expect(await remedies()).toHaveLength(1);
  });

  test('tells nobody a gender by the sessions that fit', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, gender_preference: 'female' });
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    for (const gender of ['female', 'male', null]) {
      await db.updateTable('users').set({ gender }).where('id', '=', cast.ana.id).execute();
      expect((await owner.listSessionsForMemberAtRisk(ana)).body.results).toEqual([]);
      expect((await owner.inviteMemberAtRisk({ ...ana, body: { session_id: id } })).error.code).toBe(
        'member_cannot_join',
      );
    }
  });

  test('invites to no session for invited members only', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, invite_only: true });
    const organization_id = cast.organizations.ironHarbour;
    const invite = { organization_id, session_id: id, user_id: cast.ana.id, invited_by: cast.ben.id };
    await db.insertInto('session_invites').values(invite).execute();
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    expect((await owner.listSessionsForMemberAtRisk(ana)).body.results).toEqual([]);
    const answer = await owner.inviteMemberAtRisk({ ...ana, body: { session_id: id } });
    expect(answer.error.code).toBe('member_cannot_join');
  });

  test('invites to an open session at the usual time', async () => {
    const { db, cast } = app();
    const gym = cast.gyms.barangaroo;
    const usual = 10 * DAY;
    const [, soon] = [
      await addSession(db, { gym, host: cast.ben, in: usual - 5 * 60 }),
      await addSession(db, { gym, host: cast.ben, in: usual, title: 'Usual time' }),
      await addSession(db, { gym, host: cast.ben, in: usual, max_participants: 1 }),
      await addSession(db, { gym, host: cast.ben, in: usual, fitness_level_min: 'advanced' }),
      await addSession(db, { gym, host: cast.dov, in: usual, title: 'By a blocked host' }),
      await addSession(db, { gym: cast.gyms.fremantle, host: cast.ben, in: usual }),
    ];
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    const { results } = (await owner.listSessionsForMemberAtRisk(ana)).body;
    expect(results).toMatchObject([{ id: soon, title: 'Usual time', workout_type: 'strength', gym: { id: gym } }, {}]);
    expect(results).toHaveLength(2);
    const invite = () => owner.inviteMemberAtRisk({ ...ana, body: { session_id: soon! } });
    expect((await invite()).status).toBe(200);
    expect((await invite()).status).toBe(200);
    expect(await remedies()).toHaveLength(1);
    const told = (await (await app().as(cast.ana)).listNotifications({ query: {} })).body.results;
    expect(told).toMatchObject([{ kind: 'session_invite', actor: { id: cast.olga.id }, session_id: soon }]);
    await (await app().as(cast.ana)).joinSession({ params: { id: soon! }, body: {} });
    expect((await invite()).error.code).toBe('member_already_in');
    const foreign = await owner.inviteMemberAtRisk({ ...ana, body: { session_id: newId() } });
    expect(foreign.error.code).toBe('session_not_found');
  });

  test('asks a friend who trains, without a word about risk, and no friend twice', async () => {
    const { db, cast } = app();
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    const answers = await Promise.all([owner.askFriendToReachOut(ana), owner.askFriendToReachOut(ana)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.error.code).toBe('no_friend_to_ask');
    const { results } = (await (await app().as(cast.ben)).listNotifications({ query: {} })).body;
    expect(results).toMatchObject([
      {
        kind: 'friend_away',
        title: "Ana hasn't trained for a while. Say hello?",
        url: `/app?open=member&id=${cast.ana.id}`,
        actor: { id: cast.ana.id },
      },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/risk|probab|olga/i);
    // The trail of admins doesn't say whose friend was asked.
    const [entry] = await db.selectFrom('audit_log').select(['action', 'data']).execute();
    expect(entry).toEqual({ action: 'member_at_risk.remedy_tried', data: { kind: 'ask_friend' } });
  });

  test('reaches nobody across a block', async () => {
    const { db, cast } = app();
    const session_id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, in: DAY });
    const block = {
      organization_id: cast.organizations.ironHarbour,
      blocker_id: cast.ana.id,
      blocked_id: cast.olga.id,
    };
    await db.insertInto('blocks').values(block).execute();
    const owner = await olga();
    const ana = { params: { id: cast.ana.id } };
    // Like a member without a habit, so that the block can't be told from it.
    expect((await owner.getMemberRisk(ana)).body.risk).toBeNull();
    const { body: listed } = await owner.listMembersAtRisk({ query: {} });
    expect(listed.results.map(({ person }) => person.id)).toEqual([cast.cleo.id]);
    expect(listed.count).toBe(1);
    for (const { error } of [
      await owner.messageMemberAtRisk({ ...ana, body: { content: 'Hello' } }),
      await owner.inviteMemberAtRisk({ ...ana, body: { session_id } }),
      await owner.askFriendToReachOut(ana),
      await owner.dismissMemberAtRisk(ana),
      await owner.listSessionsForMemberAtRisk(ana),
    ])
      expect(error.code).toBe('user_not_found');
    expect(await remedies()).toEqual([]);
    expect(await db.selectFrom('session_invites').selectAll().execute()).toEqual([]);
    await db.deleteFrom('blocks').where('blocked_id', '=', cast.olga.id).execute();
  });

  test('tells no friend that a member is away who trained this week', async () => {
    const { cast } = app();
    await trained(cast.ana, [3]);
    const ana = { params: { id: cast.ana.id } };
    expect((await (await olga()).askFriendToReachOut(ana)).error.code).toBe('no_friend_to_ask');
  });

  test('asks nobody about a member who hides their sessions', async () => {
    const { db, cast } = app();
    await db.updateTable('users').set({ sessions_shown_to: 'nobody' }).where('id', '=', cast.ana.id).execute();
    const { error } = await (await olga()).askFriendToReachOut({ params: { id: cast.ana.id } });
    expect(error.code).toBe('no_friend_to_ask');
    await db.updateTable('users').set({ sessions_shown_to: 'everyone' }).where('id', '=', cast.ana.id).execute();
  });

  test('is for the admin: a super admin inside the organization dismisses and asks, but does not write', async () => {
    const { db, cast } = app();
    const sam = await app().as(cast.sam, cast.organizations.ironHarbour);
    const ana = { params: { id: cast.ana.id } };
    const { body } = await sam.listMembersAtRisk({ query: {} });
    expect(body.results[0]).toMatchObject({ can_message: false, can_invite: false });
    const written = await sam.messageMemberAtRisk({ ...ana, body: { content: 'Hello' } });
    expect(written.error.code).toBe('emulation_not_allowed');
    expect((await sam.askFriendToReachOut(ana)).status).toBe(200);
    const [entry] = await db.selectFrom('audit_log').select(['actor_id', 'emulating']).execute();
    expect(entry).toEqual({ actor_id: cast.sam.id, emulating: true });
  });

  test('counts as a success when the member trains within 30 days', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const tried = (person: CastMember, daysAgo: number) => ({
      ...{ organization_id, id: newId(), user_id: person.id, kind: 'message', actor_id: cast.olga.id },
      created_at: new Date(Date.now() - daysAgo * DAY * 60_000),
    });
    // Ben trained the day after. Ana came back too late, Cleo only before.
    await db
      .insertInto('member_remedies')
      .values([tried(cast.ben, 10), tried(cast.ben, 6), tried(cast.ana, 58), tried(cast.cleo, 20)])
      .execute();
    await db.deleteFrom('sessions').where('creator_id', '=', cast.ana.id).execute();
    await trained(cast.ana, [26]);
    const { outcome } = (await (await olga()).listMembersAtRisk({ query: {} })).body;
    expect(outcome).toMatchObject({
      tried: 3,
      came_back: 1,
      latest: [{ person: { id: cast.ben.id }, kind: 'message' }],
    });
  });
});
