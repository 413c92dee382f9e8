import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { Client } from '#testing/client.ts';
import { useProposals } from '#testing/proposals.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { handOverProposals } from './hand-over.service.ts';

const app = useTestApp();
const { at, add, propose, answer, counter, listed, startOf, titles, told } = useProposals(app);

describe('concurrent requests', () => {
  test('count only one of two answers', async () => {
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

  test('give accepting and cancelling one outcome', async () => {
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

  test('leave one time after two proposals and one accept', async () => {
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

test('a proposal for one session of a series moves only that session', async () => {
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

test("leaving withdraws the member's proposals", async () => {
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

test('a new host answers the proposals made to the old one', async () => {
  const { cast, db } = app();
  const id = await add({ with: [cast.ben, cast.cleo, cast.finn] });
  const asked = (await propose(cast.cleo, id, at(18))).body.id;
  const own = (await propose(cast.ben, id, at(19))).body.id;
  const countered = (await propose(cast.finn, id, at(20))).body.id;
  await counter(cast.ana, id, countered, at(21));
  await db.deleteFrom('live_events').execute();
  await db.deleteFrom('notifications').execute();
  await inTransaction(db, async (tx) => {
    await tx.updateTable('sessions').set({ creator_id: cast.ben.id }).where('id', '=', id).execute();
    const organizationId = cast.organizations.ironHarbour;
    const handing = { organizationId, sessionId: id, from: cast.ana.id, to: cast.ben.id };
    await handOverProposals(tx, handing);
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

describe('any sequence of actions', () => {
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

  test('keeps one open proposal per pair, one answerer, and the last agreed time', async () => {
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
      runs(5),
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
