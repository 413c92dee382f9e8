import { afterEach, describe, expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { useProposals } from '#testing/proposals.ts';

const app = useTestApp();
const { at, add, propose, answer, counter, listed, titles, told, invite } = useProposals(app);

describe('proposing another time', () => {
  test('asks the host, with the difference from the current time', async () => {
    const { cast } = app();
    const id = await add();
    const { status, body } = await propose(cast.ben, id, at(18), 'My train is late');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      session_id: id,
      proposer: { id: cast.ben.id },
      proposed_time: { utc: at(18), local: at(18).replace('.000Z', '+00:00'), timezone: 'UTC' },
      instead_of: { utc: at(17) },
      message: 'My train is late',
      status: 'pending',
      counters: null,
      can_answer: false,
      answered_at: null,
    });
    expect(await listed(cast.ana, id)).toEqual([{ ...body, can_answer: true }]);
    expect(await titles(cast.ana)).toEqual(['Ben proposed another time for Leg day']);
    expect(await told('proposal.created')).toMatchObject([{ id: body.id, to: [cast.ana.id, cast.ben.id].sort() }]);
  });

  test('is open to members and invited members, not to the host, and hidden from others', async () => {
    const { cast, visitor } = app();
    const id = await add();
    const mayPropose = async (person: CastMember) =>
      (await (await app().as(person)).getSession({ params: { id } })).body.can_propose;
    for (const person of [cast.ana, cast.cleo, cast.finn]) {
      expect(await mayPropose(person)).toBe(false);
      expect((await propose(person, id, at(18))).error.code).toBe('access_denied');
    }
    await invite(cast.cleo, id);
    for (const person of [cast.ben, cast.cleo]) expect(await mayPropose(person)).toBe(true);
    expect((await propose(cast.cleo, id, at(18))).status).toBe(201);
    for (const person of [cast.dov, cast.eve])
      expect((await propose(person, id, at(18))).error.code).toBe('session_not_found');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const input = { params: { id }, body: { proposed_time: at(18) } };
    expect((await inside.createProposal(input)).error.code).toBe('emulation_not_allowed');
    expect((await visitor.createProposal(input)).status).toBe(401);
  });

  test.each([
    ['closed', () => at(21, 30), 400, 'gym_closed', ['proposed_time']],
    ['past', () => '2026-01-01T10:00:00Z', 400, 'session_in_past', ['proposed_time']],
    ['the same', () => at(17), 400, 'validation_failed', ['proposed_time']],
    ['no time', () => 'tomorrow', 400, 'validation_failed', ['proposed_time']],
    ['far away', () => '2199-01-01T10:00:00Z', 400, 'validation_failed', ['proposed_time']],
  ])('%s is refused before anybody is asked', async (_, time, status, code, fields) => {
    const { cast } = app();
    const id = await add();
    const refused = await propose(cast.ben, id, time());
    expect([refused.status, refused.error.code, Object.keys(refused.error.details ?? {})]).toEqual([
      status,
      code,
      fields,
    ]);
    expect(await listed(cast.ana, id)).toEqual([]);
  });

  test('is refused once the session has begun or was cancelled', async () => {
    const { cast } = app();
    const begun = await add({ starts_at: new Date(Date.now() - 60_000) });
    const seen = await (await app().as(cast.ben)).getSession({ params: { id: begun } });
    expect(seen.body.can_propose).toBe(false);
    expect((await propose(cast.ben, begun, at(18))).error.code).toBe('session_started');
    const id = await add();
    const first = (await propose(cast.ben, id, at(18))).body;
    await app()
      .db.updateTable('sessions')
      .set({ status: 'cancelled', cancelled_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect((await propose(cast.ben, id, at(19))).error.code).toBe('session_cancelled');
    expect((await answer(cast.ana, 'accept', id, first.id)).error.code).toBe('proposal_answered');
    expect(await listed(cast.ben, id)).toMatchObject([{ status: 'withdrawn' }]);
  });

  test("replaces the proposer's earlier proposal, and counters the host's", async () => {
    const { cast } = app();
    const id = await add();
    const first = (await propose(cast.ben, id, at(18))).body;
    const second = (await propose(cast.ben, id, at(19))).body;
    expect(await listed(cast.ben, id)).toMatchObject([
      { id: second.id, status: 'pending' },
      { id: first.id, status: 'withdrawn' },
    ]);
    const third = (await counter(cast.ana, id, second.id, at(16))).body;
    const fourth = (await propose(cast.ben, id, at(15))).body;
    expect(fourth).toMatchObject({ counters: third.id, status: 'pending' });
    expect((await listed(cast.ana, id)).map(({ status, can_answer }) => [status, can_answer])).toEqual([
      ['pending', true],
      ['countered', false],
      ['countered', false],
      ['withdrawn', false],
    ]);
  });
});

describe('the list of proposals', () => {
  test('shows all to members of the session, others only their own, and nothing across a block', async () => {
    const { cast } = app();
    const id = await add({ host: cast.ben, with: [cast.ana, cast.dov, cast.finn] });
    const byDov = (await propose(cast.dov, id, at(18))).body.id;
    const byAna = (await propose(cast.ana, id, at(19))).body.id;
    await counter(cast.ben, id, byDov, at(20));
    const seenBy = async (person: CastMember) => (await listed(person, id)).map(({ proposer }) => proposer.first_name);
    expect(await seenBy(cast.ben)).toEqual(['Ben', 'Ana', 'Dov']);
    expect(await seenBy(cast.finn)).toEqual(['Ben', 'Ana', 'Dov']);
    expect(await seenBy(cast.olga)).toEqual([]);
    expect(await seenBy(cast.ana)).toEqual(['Ana']);
    expect(await seenBy(cast.dov)).toEqual(['Ben', 'Dov']);
    expect(await seenBy(cast.cleo)).toEqual([]);
    await invite(cast.cleo, id);
    await propose(cast.cleo, id, at(10));
    expect(await seenBy(cast.cleo)).toEqual(['Cleo']);
    expect(await seenBy(cast.finn)).toEqual(['Cleo', 'Ben', 'Ana', 'Dov']);
    const counts = async (person: CastMember) =>
      (await (await app().as(person)).getSession({ params: { id } })).body.open_proposals;
    expect(await Promise.all([cast.ben, cast.ana, cast.dov, cast.cleo].map(counts))).toEqual([3, 2, 2, 1]);
    for (const { id: which, to } of await told('proposal.created')) {
      if (which === byDov) expect(to).not.toContain(cast.ana.id);
      if (which === byAna) expect(to).not.toContain(cast.dov.id);
    }
    expect((await answer(cast.dov, 'accept', id, byAna)).error.code).toBe('proposal_not_found');
    const unseen = await (await app().as(cast.eve)).listProposals({ params: { id } });
    expect(unseen.error.code).toBe('session_not_found');
  });

  test("is paged in one statement, in the reader's zone on request", async () => {
    const { cast } = app();
    const id = await add();
    for (const hour of [10, 11, 12, 13, 14]) await propose(cast.ben, id, at(hour));
    const ana = await app().as(cast.ana);
    await ana.updateMe({ body: { timezone: 'Asia/Kolkata' } });
    const list = () =>
      ana.listProposals({
        params: { id },
        query: { page: 2, page_size: 2 },
        headers: { 'x-use-new-timezone': 'true' },
      });
    // News of the changed zone may arrive late; the server then reads the caller once more.
    await expect.poll(async () => (await statementsOf(list)).length).toBe(1);
    const { body } = await list();
    expect(body).toMatchObject({ count: 5, previous: expect.stringContaining('page=1') });
    expect(body.next).toContain('page=3');
    expect(body.results.map(({ proposed_time }) => proposed_time.local.slice(11))).toEqual([
      '17:30:00+05:30',
      '16:30:00+05:30',
    ]);
    await ana.updateMe({ body: { timezone: null } });
  });
  afterEach(() => vi.restoreAllMocks());
});
