import { dailyLimits, quietAfterDeclineDays } from '@spotter/contract/limits.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';

/* Ana asks Cleo, who declines. For Ana nothing changes, and Cleo is left alone for 30 days. */

const app = useTestApp({ RATE_LIMITS: 'on' });
const as = (person: CastMember) => app().as(person);

beforeEach(async () => {
  const { db } = app();
  for (const table of ['friendships', 'friend_requests', 'blocks', 'notifications', 'live_events'] as const)
    await db.deleteFrom(table).execute();
  await sql`delete from rate_limits`.execute(db);
});

const ask = async (from: CastMember, to: CastMember, message = '') =>
  (await as(from)).sendFriendRequest({ body: { receiver_id: to.id, message } });
const declined = async (id: string) => {
  const { status } = await (await as(app().cast.cleo)).declineFriendRequest({ params: { id }, body: {} });
  expect(status).toBe(204);
};
/** Ana withdraws the request that she sees as open. */
const withdrawOpen = async () => {
  const ana = await as(app().cast.ana);
  const [open] = (await ana.listSentFriendRequests()).body.results;
  expect((await ana.removeFriend({ params: { id: open!.id } })).status).toBe(204);
};

/** Everything of the two that a member can read, and what they heard live. */
async function seenBy(reader: CastMember, other: CastMember) {
  const client = await as(reader);
  const { body: profile } = await client.getUser({ params: { id: other.id } });
  const { body: found } = await client.searchPeople({ query: { q: profile.first_name } });
  const events = await app()
    .db.selectFrom('live_events')
    .select(['type', 'data'])
    .where(sql<boolean>`${reader.id} = any(user_ids)`)
    .orderBy('seq')
    .execute();
  return {
    sent: (await client.listSentFriendRequests()).body,
    received: (await client.listFriendRequests()).body,
    relation: [profile.friendship, profile.friendship_id, found.results.map(({ friendship }) => friendship)],
    suggested: (await client.listFriendSuggestions()).body.results.map(({ person }) => person.id).includes(other.id),
    notifications: (await client.listNotifications()).body.results.map(({ title, body }) => [title, body]),
    events,
  };
}

describe('a declined friend request', () => {
  test('looks the same to its sender as before', async () => {
    const { ana, cleo } = app().cast;
    const { body } = await ask(ana, cleo, 'Squats?');
    const before = await seenBy(ana, cleo);
    expect(before.sent.results).toEqual([body]);
    await declined(body.id);
    expect(await seenBy(ana, cleo)).toEqual(before);
    expect((await ask(ana, cleo)).error.code).toBe('friend_request_exists');
    const { body: file } = await (await as(ana)).exportMyData();
    expect(JSON.stringify(file)).toContain(body.id);
    expect((file as unknown as { friend_requests: object[] }).friend_requests).toMatchObject([
      { status: 'pending', answered_at: null, declined_at: null },
    ]);
  });

  test('is gone for its receiver, who may ask in turn and become a friend at once', async () => {
    const { ana, cleo } = app().cast;
    const { body } = await ask(ana, cleo);
    await declined(body.id);
    const { received, relation } = await seenBy(cleo, ana);
    expect([received.count, relation]).toEqual([0, ['none', null, ['none']]]);
    expect((await ask(cleo, ana)).body).toMatchObject({ id: body.id, status: 'accepted' });
    expect((await (await as(ana)).listFriends()).body.count).toBe(1);
    expect((await (await as(ana)).listSentFriendRequests()).body.count).toBe(0);
  });

  test('is withdrawn like any other, and a repeat within 30 days reaches nobody', async () => {
    const { ana, cleo } = app().cast;
    await declined((await ask(ana, cleo, 'First')).body.id);
    for (let time = 0; time < 3; time++) {
      await withdrawOpen();
      const before = await seenBy(cleo, ana);
      const { status, body } = await ask(ana, cleo, 'Again');
      expect([status, body.status, body.message]).toEqual([201, 'pending', 'Again']);
      expect(await seenBy(cleo, ana)).toEqual(before);
      expect((await seenBy(ana, cleo)).relation).toEqual(['request_sent', body.id, ['request_sent']]);
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from notification_deliveries`.execute(app().db);
    expect(rows).toEqual([{ n: 0 }]);
    const { body: file } = await (await as(cleo)).exportMyData();
    expect(JSON.stringify(file)).not.toContain('Again');
    expect((await seenBy(ana, cleo)).events.map(({ type }) => type).slice(-2)).toEqual([
      'friend_request.answered',
      'friend_request.sent',
    ]);
  });

  test('can be repeated after 30 days', async () => {
    const { ana, cleo } = app().cast;
    const { body } = await ask(ana, cleo, 'First');
    await declined(body.id);
    await withdrawOpen();
    await sql`update friend_requests set declined_at = declined_at - make_interval(days => ${quietAfterDeclineDays})`.execute(
      app().db,
    );
    await ask(ana, cleo, 'Hello again');
    expect((await seenBy(cleo, ana)).notifications).toEqual([['Ana sent you a friend request', 'Hello again']]);
  });

  test('counts for the day like any other', async () => {
    const { ana, cleo } = app().cast;
    await sql`update users set created_at = now() where id = ${ana.id}`.execute(app().db);
    const [{ most }] = dailyLimits.friend_requests;
    await declined((await ask(ana, cleo)).body.id);
    for (let time = 1; time < most; time++) {
      await withdrawOpen();
      expect((await ask(ana, cleo)).status).toBe(201);
    }
    await withdrawOpen();
    expect((await ask(ana, cleo)).status).toBe(429);
  });

  test('is forgotten once the two are friends, and not by a block', async () => {
    const { ana, cleo } = app().cast;
    const [asAna, asCleo] = [await as(ana), await as(cleo)];
    await declined((await ask(ana, cleo)).body.id);
    await asCleo.blockUser({ params: { id: ana.id } });
    await asCleo.unblockUser({ params: { id: ana.id } });
    await ask(ana, cleo);
    expect((await asCleo.listFriendRequests()).body.count).toBe(0);
    await ask(cleo, ana);
    const [friend] = (await asAna.listFriends()).body.results;
    await asAna.removeFriend({ params: { id: friend!.id } });
    await ask(ana, cleo);
    expect((await asCleo.listFriendRequests()).body.count).toBe(1);
  });
});
