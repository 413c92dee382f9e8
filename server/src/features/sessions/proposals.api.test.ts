import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { addSession } from '#testing/things.ts';
import { handOverProposals } from './proposals.hand-over.ts';

const app = useTestApp();

/** An hour of the day after tomorrow, on the gym's wall; the gym is open from 6 to 22. */
const at = (hour: number, minute = 0) => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`;
};
const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) => {
  const { cast, db } = app();
  const starts_at = new Date(at(17));
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], starts_at, ...more });
};
const propose = async (person: CastMember, id: string, proposed_time: string, message = '') =>
  (await app().as(person)).createProposal({ params: { id }, body: { proposed_time, message } });
const answer = async (person: CastMember, how: 'accept' | 'reject', id: string, proposalId: string) => {
  const client = await app().as(person);
  const input = { params: { id, proposalId } };
  return how === 'accept' ? client.acceptProposal(input) : client.rejectProposal(input);
};
const counter = async (person: CastMember, id: string, proposalId: string, proposed_time: string) =>
  (await app().as(person)).counterProposal({ params: { id, proposalId }, body: { proposed_time, message: '' } });
const listed = async (person: CastMember, id: string) =>
  (await (await app().as(person)).listProposals({ params: { id } })).body.results;
const startOf = async (id: string) =>
  (await app().db.selectFrom('sessions').select('starts_at').where('id', '=', id).executeTakeFirstOrThrow()).starts_at;
const titles = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
const told = async (type: string) =>
  (await app().db.selectFrom('live_events').select(['data', 'user_ids']).where('type', '=', type).execute()).map(
    ({ data, user_ids }) => ({
      ...(data as { proposal: { id: string; status: string } }).proposal,
      to: user_ids?.toSorted(),
    }),
  );
const invite = (person: CastMember, session_id: string) =>
  app()
    .db.insertInto('session_invites')
    .values({
      organization_id: app().cast.organizations.ironHarbour,
      session_id,
      user_id: person.id,
      invited_by: app().cast.ana.id,
    })
    .execute();

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['sessions', 'notifications', 'live_events', 'operating_hours'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('gyms').set({ timezone: 'UTC' }).where('id', '=', cast.gyms.barangaroo).execute();
  await db
    .insertInto('operating_hours')
    .values(
      Array.from({ length: 7 }, (_, weekday) => ({
        organization_id: cast.organizations.ironHarbour,
        id: newId(),
        gym_id: cast.gyms.barangaroo,
        weekday,
        opens: '06:00',
        closes: '22:00',
      })),
    )
    .execute();
});

describe('proposing another time', () => {
  test('asks the host, with the difference to the time there is', async () => {
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

  test('is for those who are in it or invited, not for the host, and unknown to those who do not see it', async () => {
    const { cast, visitor } = app();
    const id = await add();
    for (const person of [cast.ana, cast.cleo, cast.finn])
      expect((await propose(person, id, at(18))).error.code).toBe('access_denied');
    await invite(cast.cleo, id);
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

  test('is over when the session has begun or was cancelled', async () => {
    const { cast } = app();
    const begun = await add({ starts_at: new Date(Date.now() - 60_000) });
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

  test('again takes the place of what one asked before, and counters what the host asked', async () => {
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

describe('what was proposed', () => {
  test('is seen by those in the session and its managers; by others what they have part in; never across a block', async () => {
    const { cast } = app();
    const id = await add({ host: cast.ben, with: [cast.ana, cast.dov, cast.finn] });
    const byDov = (await propose(cast.dov, id, at(18))).body.id;
    const byAna = (await propose(cast.ana, id, at(19))).body.id;
    await counter(cast.ben, id, byDov, at(20));
    const seenBy = async (person: CastMember) => (await listed(person, id)).map(({ proposer }) => proposer.first_name);
    expect(await seenBy(cast.ben)).toEqual(['Ben', 'Ana', 'Dov']);
    expect(await seenBy(cast.finn)).toEqual(['Ben', 'Ana', 'Dov']);
    expect(await seenBy(cast.olga)).toEqual(['Ben', 'Ana', 'Dov']);
    expect(await seenBy(cast.ana)).toEqual(['Ana']);
    expect(await seenBy(cast.dov)).toEqual(['Ben', 'Dov']);
    expect(await seenBy(cast.cleo)).toEqual([]);
    await invite(cast.cleo, id);
    await propose(cast.cleo, id, at(10));
    expect(await seenBy(cast.cleo)).toEqual(['Cleo']);
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

  test('is paged, in one statement, and in the reader’s own zone if they wish', async () => {
    const { cast } = app();
    const id = await add();
    for (const hour of [10, 11, 12, 13, 14]) await propose(cast.ben, id, at(hour));
    const ana = await app().as(cast.ana);
    await ana.updateMe({ body: { timezone: 'Asia/Kolkata' } });
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const list = () =>
      ana.listProposals({
        params: { id },
        query: { page: 2, page_size: 2 },
        headers: { 'x-use-new-timezone': 'true' },
      });
    // The word of the new zone may come late, and then the caller is read anew once more.
    const statements = async () => {
      asked.mockClear();
      await list();
      return asked.mock.calls.filter(([query]) => query !== 'select 1').length;
    };
    await expect.poll(statements).toBe(1);
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

describe('answering', () => {
  test('accepting moves the session, tells everybody, and closes what else was open', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    const other = (await propose(cast.cleo, id, at(12))).body;
    const asked = (await propose(cast.ben, id, at(18))).body;
    await app().db.deleteFrom('live_events').execute();
    const { status, body } = await answer(cast.ana, 'accept', id, asked.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: asked.id, status: 'accepted', can_answer: false });
    expect(body.answered_at).not.toBeNull();
    expect(await startOf(id)).toEqual(new Date(at(18)));
    expect((await listed(cast.cleo, id)).map(({ id: which, status }) => [which, status])).toEqual([
      [asked.id, 'accepted'],
      [other.id, 'withdrawn'],
    ]);
    expect((await told('proposal.answered')).map(({ id: which, status }) => [which, status])).toEqual([
      [other.id, 'withdrawn'],
      [asked.id, 'accepted'],
    ]);
    const moved = await app()
      .db.selectFrom('live_events')
      .select('data')
      .where('type', '=', 'session.updated')
      .execute();
    expect(moved).toHaveLength(1);
    expect(await titles(cast.ben)).toContain('Ana accepted your time: Leg day has moved');
    expect((await titles(cast.cleo))[0]).toContain('Leg day');
  });

  test('turning it down leaves the session where it is', async () => {
    const { cast } = app();
    const id = await add();
    const asked = (await propose(cast.ben, id, at(18))).body;
    expect((await answer(cast.ana, 'reject', id, asked.id)).body).toMatchObject({ status: 'rejected' });
    expect(await startOf(id)).toEqual(new Date(at(17)));
    expect(await titles(cast.ben)).toEqual(['Ana turned down your time for Leg day']);
    // What she was asked is answered, so it waits for her no longer.
    expect((await (await app().as(cast.ana)).getUnreadCount()).body.unread_count).toBe(0);
    expect((await (await app().as(cast.ben)).getUnreadCount()).body.unread_count).toBe(1);
    expect(await told('proposal.answered')).toMatchObject([{ id: asked.id, status: 'rejected' }]);
    // Whoever was turned down may ask for something else.
    expect((await propose(cast.ben, id, at(16))).status).toBe(201);
  });

  test('goes back and forth until one of the two agrees', async () => {
    const { cast } = app();
    const id = await add();
    const first = (await propose(cast.ben, id, at(18))).body;
    const second = await counter(cast.ana, id, first.id, at(19));
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ counters: first.id, proposer: { id: cast.ana.id }, can_answer: false });
    expect(await titles(cast.ben)).toEqual(['Ana suggests yet another time for Leg day']);
    expect((await answer(cast.ana, 'accept', id, second.body.id)).error.code).toBe('access_denied');
    expect((await answer(cast.ana, 'reject', id, first.id)).error.code).toBe('proposal_answered');
    const third = (await counter(cast.ben, id, second.body.id, at(18, 30))).body;
    const fourth = (await counter(cast.ana, id, third.id, at(18, 45))).body;
    expect((await answer(cast.ben, 'accept', id, fourth.id)).body.status).toBe('accepted');
    expect(await startOf(id)).toEqual(new Date(at(18, 45)));
    expect((await listed(cast.ana, id)).map(({ status }) => status)).toEqual([
      'accepted',
      'countered',
      'countered',
      'countered',
    ]);
    // Ben moved it, so it is Ana who is told.
    expect((await titles(cast.ana))[0]).toContain('Leg day');
  });

  test('a counter is held to the same rules, and is another time', async () => {
    const { cast } = app();
    const id = await add();
    const { id: asked } = (await propose(cast.ben, id, at(18))).body;
    const refused = async (time: string) => {
      const { error } = await counter(cast.ana, id, asked, time);
      return [error.code, Object.keys(error.details ?? {})];
    };
    expect(await refused(at(22))).toEqual(['gym_closed', ['proposed_time']]);
    expect(await refused('2026-01-01T10:00:00Z')).toEqual(['session_in_past', ['proposed_time']]);
    expect(await refused(at(17))).toEqual(['validation_failed', ['proposed_time']]);
    expect(await refused(at(18))).toEqual(['validation_failed', ['proposed_time']]);
    expect(await listed(cast.ana, id)).toMatchObject([{ status: 'pending', can_answer: true }]);
  });

  test('is for the one who was asked', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.finn] });
    const { id: asked } = (await propose(cast.ben, id, at(18))).body;
    for (const person of [cast.ben, cast.finn, cast.olga])
      for (const how of ['accept', 'reject'] as const)
        expect((await answer(person, how, id, asked)).error.code).toBe('access_denied');
    expect((await answer(cast.cleo, 'accept', id, asked)).error.code).toBe('proposal_not_found');
    expect((await answer(cast.eve, 'accept', id, asked)).error.code).toBe('session_not_found');
    expect((await answer(cast.ana, 'accept', id, newId())).error.code).toBe('proposal_not_found');
    expect((await answer(cast.ana, 'accept', await add(), asked)).error.code).toBe('proposal_not_found');
    expect(await startOf(id)).toEqual(new Date(at(17)));
  });

  test('is refused when the gym has closed at that time since, and the proposal stays open', async () => {
    const { cast, db } = app();
    const id = await add();
    const { id: asked } = (await propose(cast.ben, id, at(20))).body;
    await db.updateTable('operating_hours').set({ closes: '19:00' }).execute();
    expect((await answer(cast.ana, 'accept', id, asked)).error.code).toBe('gym_closed');
    expect(await startOf(id)).toEqual(new Date(at(17)));
    expect(await listed(cast.ana, id)).toMatchObject([{ status: 'pending' }]);
    expect((await answer(cast.ana, 'reject', id, asked)).status).toBe(200);
  });

  test('is over when the session was moved by somebody else', async () => {
    const { cast, db } = app();
    const id = await add();
    const { id: asked } = (await propose(cast.ben, id, at(20))).body;
    const moved = { starts_at: new Date(at(9)), ends_at: new Date(at(10)) };
    await db.updateTable('sessions').set(moved).where('id', '=', id).execute();
    expect((await answer(cast.ana, 'accept', id, asked)).error.code).toBe('proposal_answered');
    expect(await startOf(id)).toEqual(new Date(at(9)));
    expect(await listed(cast.ana, id)).toMatchObject([{ status: 'withdrawn', can_answer: false }]);
  });
});

describe('at the same moment', () => {
  test('of two answers one counts', async () => {
    const { cast } = app();
    for (let round = 0; round < 3; round++) {
      const id = await add();
      const { id: asked } = (await propose(cast.ben, id, at(18))).body;
      const answers = await Promise.all([
        answer(cast.ana, 'accept', id, asked),
        answer(cast.ana, 'reject', id, asked),
        counter(cast.ana, id, asked, at(19)),
      ]);
      expect(answers.map(({ status }) => (status < 300 ? 200 : status)).sort()).toEqual([200, 409, 409]);
      const [status] = (await listed(cast.ben, id)).map(({ status }) => status).slice(-1);
      expect((await startOf(id)).toISOString()).toBe(status === 'accepted' ? at(18) : at(17));
    }
  });

  test('accepting and cancelling have one outcome', async () => {
    const { cast, db } = app();
    for (let round = 0; round < 3; round++) {
      const id = await add();
      const { id: asked } = (await propose(cast.ben, id, at(18))).body;
      const cancelling = db
        .transaction()
        .execute((tx) =>
          tx
            .updateTable('sessions')
            .set({ status: 'cancelled', cancelled_at: new Date() })
            .where('id', '=', id)
            .execute(),
        );
      const [accepted] = await Promise.all([answer(cast.ana, 'accept', id, asked), cancelling]);
      const [proposal] = await listed(cast.ben, id);
      if (accepted.status === 200) expect(proposal?.status).toBe('accepted');
      else expect([accepted.error.code, proposal?.status]).toEqual(['proposal_answered', 'withdrawn']);
    }
  });

  test('two who propose and one who accepts leave one time', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    const { id: asked } = (await propose(cast.ben, id, at(18))).body;
    const answers = await Promise.all([
      answer(cast.ana, 'accept', id, asked),
      propose(cast.cleo, id, at(19)),
      propose(cast.ben, id, at(20)),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const open = (await listed(cast.ana, id)).filter(({ status }) => status === 'pending');
    const start = (await startOf(id)).toISOString();
    for (const { instead_of } of open) expect(instead_of.utc).toBe(start);
  });
});

test('a proposal for one of a series moves that one', async () => {
  const { cast, db } = app();
  const series_id = newId();
  await db
    .insertInto('session_series')
    .values({
      organization_id: cast.organizations.ironHarbour,
      id: series_id,
      gym_id: cast.gyms.barangaroo,
      creator_id: cast.ana.id,
      rrule: 'FREQ=DAILY',
      timezone: 'UTC',
      starts_local: at(17).slice(0, 19),
      workout_type: 'strength',
      title: 'Leg day',
    })
    .execute();
  const id = await add({ series_id, occurrence_on: at(17).slice(0, 10) });
  const next = await add({ series_id, occurrence_on: '2031-01-01', starts_at: new Date('2031-01-01T17:00:00Z') });
  const { id: asked } = (await propose(cast.ben, id, at(18))).body;
  expect((await answer(cast.ana, 'accept', id, asked)).status).toBe(200);
  expect([await startOf(id), await startOf(next)]).toEqual([new Date(at(18)), new Date('2031-01-01T17:00:00Z')]);
});

test('whoever leaves no longer asks', async () => {
  const { cast } = app();
  const id = await add({ with: [cast.ben, cast.cleo] });
  await propose(cast.ben, id, at(18));
  const countered = (await propose(cast.cleo, id, at(19))).body.id;
  const open = (await counter(cast.ana, id, countered, at(20))).body.id;
  await (await app().as(cast.ben)).leaveSession({ params: { id } });
  await (await app().as(cast.cleo)).leaveSession({ params: { id } });
  expect((await listed(cast.ana, id)).filter(({ status }) => status === 'pending')).toEqual([]);
  expect((await answer(cast.cleo, 'accept', id, open)).error.code).toBe('proposal_answered');
  expect((await told('proposal.answered')).filter(({ status }) => status === 'withdrawn')).toHaveLength(2);
});

test('a new host answers what the old one was asked', async () => {
  const { cast, db } = app();
  const id = await add({ with: [cast.ben, cast.cleo, cast.finn] });
  const asked = (await propose(cast.cleo, id, at(18))).body.id;
  const own = (await propose(cast.ben, id, at(19))).body.id;
  const countered = (await propose(cast.finn, id, at(20))).body.id;
  await counter(cast.ana, id, countered, at(21));
  await db.deleteFrom('live_events').execute();
  await db.deleteFrom('notifications').execute();
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('sessions').set({ creator_id: cast.ben.id }).where('id', '=', id).execute();
    const organizationId = cast.organizations.ironHarbour;
    const handing = { organizationId, sessionId: id, from: cast.ana.id, to: cast.ben.id };
    for (const effect of await handOverProposals(tx, handing)) await effect();
  });
  const byId = new Map((await listed(cast.ben, id)).map((proposal) => [proposal.id, proposal]));
  expect(byId.get(asked)).toMatchObject({ status: 'pending', can_answer: true });
  expect(byId.get(own)?.status).toBe('withdrawn');
  expect([...byId.values()].filter(({ status }) => status === 'pending')).toHaveLength(1);
  expect(await titles(cast.ben)).toEqual(['Cleo proposed another time for Leg day']);
  expect((await answer(cast.ana, 'accept', id, asked)).error.code).toBe('access_denied');
  expect((await answer(cast.ben, 'accept', id, asked)).status).toBe(200);
  expect(await startOf(id)).toEqual(new Date(at(18)));
});

describe('whatever people do, in any order', () => {
  type Step = {
    who: 0 | 1 | 2;
    does: 'propose' | 'accept' | 'reject' | 'counter' | 'move';
    hour: number;
    which: number;
  };
  const steps = fc.array(
    fc.record<Step>({
      who: fc.constantFrom(0, 1, 2),
      does: fc.constantFrom('propose', 'propose', 'accept', 'reject', 'counter', 'counter', 'move'),
      hour: fc.integer({ min: 5, max: 22 }),
      which: fc.nat(3),
    }),
    { minLength: 4, maxLength: 14 },
  );

  test('there is one question between two people, one who answers it, and the time is what was agreed last', async () => {
    const { cast, db } = app();
    const people = [cast.ana, cast.ben, cast.cleo];
    const clients = (await Promise.all(people.map((person) => app().as(person)))) as [Client, Client, Client];
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const id = await add({ with: [cast.ben, cast.cleo] });
        let agreed = at(17);
        for (const { who, does, hour, which } of history) {
          const before = (await clients[0].listProposals({ params: { id } })).body.results;
          const target = before[which % Math.max(1, before.length)];
          const body = { proposed_time: at(hour), message: '' };
          const params = { id, proposalId: target?.id ?? newId() };
          if (does === 'move') {
            const ends_at = new Date(Date.parse(at(hour)) + 3_600_000);
            await db
              .updateTable('sessions')
              .set({ starts_at: at(hour), ends_at })
              .where('id', '=', id)
              .execute();
            agreed = at(hour);
          } else if (does === 'propose') await clients[who].createProposal({ params: { id }, body });
          else if (does === 'reject') await clients[who].rejectProposal({ params });
          else if (does === 'counter') await clients[who].counterProposal({ params, body });
          else {
            const { status, body: accepted } = await clients[who].acceptProposal({ params });
            if (status === 200) agreed = accepted.proposed_time.utc;
          }
          await holds(id, agreed);
        }
      }),
      { numRuns: 12 },
    );
  });

  async function holds(id: string, agreed: string) {
    const { cast, db } = app();
    const session = await db
      .selectFrom('sessions')
      .select(['starts_at', 'duration_minutes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([session.starts_at.toISOString(), session.duration_minutes]).toEqual([agreed, 60]);
    const rows = await db.selectFrom('session_proposals').selectAll().where('session_id', '=', id).execute();
    const pairs = new Set<string>();
    for (const row of rows) {
      const answered = rows.filter(({ counter_to }) => counter_to === row.id);
      expect(answered).toHaveLength(row.status === 'countered' ? 1 : 0);
      expect([row.proposer_id, row.answerer_id]).toContain(cast.ana.id);
      if (row.status !== 'pending') continue;
      const pair = [row.proposer_id, row.answerer_id].sort().join();
      expect(pairs.has(pair)).toBe(false);
      pairs.add(pair);
      expect(row.instead_of.toISOString()).toBe(agreed);
    }
  }
});
