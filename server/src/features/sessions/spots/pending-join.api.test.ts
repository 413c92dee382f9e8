import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { openDaily } from '#testing/hours.ts';
import { addSession, participantsOf } from '#testing/test-data.ts';

const app = useTestApp();

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...more });
/** The link of a session made by `addSession`. */
const tokenOf = (id: string) => id.replaceAll('-', '');
const participants = (id: string) => participantsOf(app().db, id);

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
  await db.deleteFrom('friendships').where('user_high_id', '<>', cast.ben.id).execute();
  await db.deleteFrom('live_events').execute();
});

describe('finishing a pending join', () => {
  const finish = async (
    person: CastMember,
    body: Parameters<Awaited<ReturnType<ReturnType<typeof app>['as']>>['joinPendingSession']>[0]['body'],
  ) => (await app().as(person)).joinPendingSession({ body });

  test('joins, and sends the chosen friend requests', async () => {
    const { db, cast } = app();
    const id = await add();
    const { status, body } = await finish(cast.cleo, {
      session_id: id,
      friend_request_ids: [cast.ana.id, cast.ben.id, cast.ben.id],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ joined: true, proposal_id: null, session: { id, is_participant: true } });
    const requests = await db.selectFrom('friend_requests').selectAll().execute();
    expect(requests.map(({ receiver_id }) => receiver_id).sort()).toEqual([cast.ana.id, cast.ben.id].sort());
    expect(new Set(requests.map(({ sender_id }) => sender_id))).toEqual(new Set([cast.cleo.id]));
  });

  test('makes two members who request each other friends, and skips existing friends', async () => {
    const { db, cast } = app();
    const id = await add({ host: cast.finn });
    await finish(cast.cleo, { session_id: id, friend_request_ids: [cast.ana.id] });
    await finish(cast.ana, { session_id: id, friend_request_ids: [cast.cleo.id, cast.ben.id] });
    const requests = await db.selectFrom('friend_requests').select('status').execute();
    expect(requests).toEqual([{ status: 'accepted' }]);
    const types = await db.selectFrom('live_events').select('type').where('type', 'like', 'friend%').execute();
    expect(types.map(({ type }) => type)).toEqual([
      'friend_request.received',
      'friend_request.sent',
      'friend_request.answered',
      'friend.added',
      'friend.added',
    ]);
  });

  test('changes nothing when one of the people is not found', async () => {
    const { db, cast } = app();
    const id = await add({ host: cast.ben });
    const answers = [
      await finish(cast.ana, { session_id: id, friend_request_ids: [cast.cleo.id, cast.eve.id] }),
      await finish(cast.ana, { session_id: id, friend_request_ids: [cast.cleo.id, cast.dov.id] }),
      await finish(cast.ana, { session_id: id, friend_request_ids: [cast.cleo.id, newId()] }),
    ];
    for (const { status, error } of answers) expect([status, error.code]).toEqual([404, 'user_not_found']);
    expect(await participants(id)).toEqual([cast.ben.id]);
    expect(await db.selectFrom('friend_requests').selectAll().execute()).toEqual([]);
  });

  test('does not find sessions of other gyms, organizations or blocked hosts', async () => {
    const { cast, visitor } = app();
    const elsewhere = await add({ gym: cast.gyms.fremantle });
    const foreign = await add({ gym: cast.gyms.shoreditch, host: cast.eve });
    const blocked = await add({ host: cast.dov });
    for (const session_id of [elsewhere, foreign, blocked, newId()])
      expect((await finish(cast.ana, { session_id })).error.code).toBe('session_not_found');
    expect((await visitor.joinPendingSession({ body: { session_id: foreign } })).status).toBe(401);
    expect((await finish(cast.gwen, { session_id: foreign })).error.code).toBe('organization_required');
    const full = await finish(cast.ben, { session_id: await add({ max_participants: 1 }) });
    expect([full.status, full.error.error]).toEqual([400, 'Session is full']);
  });

  describe('with another time', () => {
    // Ten in the morning, three days from now, in the gym's local time.
    const morning = (hour: string) => {
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      return `${day}T${hour}:00:00+00:00`;
    };
    beforeEach(async () => {
      const { db, cast } = app();
      await db.updateTable('gyms').set({ timezone: 'UTC' }).where('id', '=', cast.gyms.barangaroo).execute();
      const gym = { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo };
      await openDaily(db, { ...gym, opens: '08:00', closes: '20:00' });
    });

    test('follows the rule of the direct call: participants and invited members propose, others are refused', async () => {
      const { cast, db } = app();
      const proposal = { proposed_time: morning('10') };
      const id = await add({ with: [cast.ben] });
      const direct = async (person: CastMember) =>
        (await app().as(person)).createProposal({ params: { id }, body: proposal });
      const other = tokenOf(await add());
      for (const body of [{}, { share_token: other }]) {
        const answer = await finish(cast.cleo, { session_id: id, proposal, ...body });
        const { status, error } = await direct(cast.cleo);
        expect([answer.status, answer.error.code, answer.error.error]).toEqual([status, error.code, error.error]);
        expect(answer.error.code).toBe('access_denied');
      }
      expect((await finish(cast.ana, { session_id: id, proposal })).error).toMatchObject({
        error: (await direct(cast.ana)).error.error,
      });
      expect(await db.selectFrom('session_proposals').selectAll().execute()).toEqual([]);
      expect((await finish(cast.ben, { session_id: id, proposal })).status).toBe(200);
      const invite = { organization_id: cast.organizations.ironHarbour, session_id: id, invited_by: cast.ana.id };
      await db
        .insertInto('session_invites')
        .values({ ...invite, user_id: cast.cleo.id })
        .execute();
      expect((await finish(cast.cleo, { session_id: id, proposal })).status).toBe(200);
      // A revoked link is no invite any more.
      await (await app().as(cast.ana)).revokeSessionShare({ params: { id } });
      const finn = { session_id: id, proposal, share_token: tokenOf(id) };
      expect((await finish(cast.finn, finn)).error.code).toBe('access_denied');
    });

    test('proposes it to the host instead of joining, and replaces an earlier proposal', async () => {
      const { db, cast } = app();
      const id = await add();
      const share_token = tokenOf(id);
      const first = await finish(cast.cleo, {
        session_id: id,
        share_token,
        proposal: { proposed_time: morning('10'), message: 'Later?' },
      });
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({ joined: false, session: { is_participant: false, open_proposals: 1 } });
      const second = await finish(cast.cleo, {
        session_id: id,
        share_token,
        proposal: { proposed_time: morning('11') },
      });
      const proposals = await db.selectFrom('session_proposals').select(['id', 'status', 'answerer_id']).execute();
      expect(proposals.find((p) => p.id === first.body.proposal_id)?.status).toBe('withdrawn');
      expect(proposals.find((p) => p.id === second.body.proposal_id)).toMatchObject({
        status: 'pending',
        answerer_id: cast.ana.id,
      });
      const told = await db.selectFrom('live_events').selectAll().where('type', '=', 'proposal.created').execute();
      const theTwo = [cast.ana.id, cast.cleo.id].sort();
      expect(told.map(({ user_ids }) => user_ids?.toSorted())).toEqual([theTwo, theTwo]);
    });

    test.each([
      ['19', 'gym_closed', 'The gym is closed at that time.', '30'],
      ['07', 'gym_closed', 'The gym is closed at that time.', '00'],
      ['past', 'session_in_past', 'A session must start in the future.', ''],
    ])('refuses %s (%s) and says so', async (hour, code, text, minute) => {
      const proposed_time = hour === 'past' ? '2026-01-01T10:00:00Z' : morning(hour).replace(':00:', `:${minute}:`);
      const id = await add();
      const body = { session_id: id, share_token: tokenOf(id), proposal: { proposed_time } };
      const { status, error } = await finish(app().cast.cleo, body);
      expect([status, error.code]).toEqual([400, code]);
      expect(error.details).toEqual({ 'proposal.proposed_time': [text] });
    });
  });
});
