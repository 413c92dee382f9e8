import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { useProposals } from '#testing/proposals.ts';

const app = useTestApp();
const { at, add, propose, answer, counter, listed, startOf, titles, told, invite } = useProposals(app);

describe('answering a proposal', () => {
  test('moves the session on accept, notifies everyone, and closes the other proposals', async () => {
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
    expect(await titles(cast.ben)).toContain('Ana accepted your time. Leg day has moved');
    expect((await titles(cast.cleo))[0]).toContain('Leg day');
  });

  test.each(['host', 'guest'] as const)(
    'takes the invited member in where only invited ones come, whoever of the two agrees: %s',
    async (agrees) => {
      const { cast } = app();
      const id = await add({ with: [], max_participants: 2, invite_only: true });
      await invite(cast.ben, id);
      const asked = (await propose(cast.ben, id, at(18))).body.id;
      if (agrees === 'host') await answer(cast.ana, 'accept', id, asked);
      else await answer(cast.ben, 'accept', id, (await counter(cast.ana, id, asked, at(19))).body.id);
      expect(await startOf(id)).toEqual(new Date(at(agrees === 'host' ? 18 : 19)));
      const ana = await app().as(cast.ana);
      const { participants, invited } = (await ana.getSession({ params: { id } })).body;
      expect([participants.map((one) => one.id).toSorted(), invited]).toEqual([
        [cast.ana.id, cast.ben.id].toSorted(),
        [],
      ]);
      // Each heard of the time; who agreed hears nothing more about the spot.
      expect(await told('session.joined')).toHaveLength(1);
      expect((await titles(cast.ana)).filter((title) => title.includes('joined'))).toEqual([]);
    },
  );

  test('leaves the session unchanged on reject', async () => {
    const { cast } = app();
    const id = await add();
    const asked = (await propose(cast.ben, id, at(18))).body;
    expect((await answer(cast.ana, 'reject', id, asked.id)).body).toMatchObject({ status: 'rejected' });
    expect(await startOf(id)).toEqual(new Date(at(17)));
    expect(await titles(cast.ben)).toEqual(['Ana turned down your time for Leg day']);
    // The host has answered, so the request no longer waits for her.
    expect((await (await app().as(cast.ana)).getUnreadCount()).body.unread_count).toBe(0);
    expect((await (await app().as(cast.ben)).getUnreadCount()).body.unread_count).toBe(1);
    expect(await told('proposal.answered')).toMatchObject([{ id: asked.id, status: 'rejected' }]);
    // A rejected proposer may propose another time.
    expect((await propose(cast.ben, id, at(16))).status).toBe(201);
  });

  test('alternates between the two until one accepts', async () => {
    const { cast } = app();
    const id = await add();
    const first = (await propose(cast.ben, id, at(18))).body;
    const second = await counter(cast.ana, id, first.id, at(19));
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ counters: first.id, proposer: { id: cast.ana.id }, can_answer: false });
    expect(await titles(cast.ben)).toEqual(['Ana replied with another time for Leg day']);
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
    // Ben moved it, so Ana is notified.
    expect((await titles(cast.ana))[0]).toContain('Leg day');
  });

  test('checks a counter like a proposal, and requires another time', async () => {
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

  test('is allowed only to the member who was asked', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.finn] });
    const { id: asked } = (await propose(cast.ben, id, at(18))).body;
    for (const person of [cast.ben, cast.finn])
      for (const how of ['accept', 'reject'] as const)
        expect((await answer(person, how, id, asked)).error.code).toBe('access_denied');
    for (const person of [cast.cleo, cast.olga])
      expect((await answer(person, 'accept', id, asked)).error.code).toBe('proposal_not_found');
    expect((await answer(cast.eve, 'accept', id, asked)).error.code).toBe('session_not_found');
    expect((await answer(cast.ana, 'accept', id, newId())).error.code).toBe('proposal_not_found');
    expect((await answer(cast.ana, 'accept', await add(), asked)).error.code).toBe('proposal_not_found');
    expect(await startOf(id)).toEqual(new Date(at(17)));
  });

  test('is refused when the gym now closes at that time, and keeps the proposal open', async () => {
    const { cast, db } = app();
    const id = await add();
    const { id: asked } = (await propose(cast.ben, id, at(20))).body;
    await db.updateTable('operating_hours').set({ closes: '19:00' }).execute();
    expect((await answer(cast.ana, 'accept', id, asked)).error.code).toBe('gym_closed');
    expect(await startOf(id)).toEqual(new Date(at(17)));
    expect(await listed(cast.ana, id)).toMatchObject([{ status: 'pending' }]);
    expect((await answer(cast.ana, 'reject', id, asked)).status).toBe(200);
  });

  test('is refused when the session has moved in the meantime', async () => {
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
