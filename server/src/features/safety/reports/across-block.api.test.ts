import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

/* Dov threatens Cleo and blocks her. She reports him, finds his words, and blocks him back. */

const app = useTestApp();
const as = (person: CastMember) => app().as(person);
const block = async (one: CastMember, other: CastMember) =>
  (await (await as(one)).blockUser({ params: { id: other.id } })).status;
type Kind = 'user' | 'message' | 'session_message' | 'session';
const report = async (person: CastMember, kind: Kind, id: string) =>
  (await as(person)).createReport({ body: { kind, id, reason: 'harassment' } });
const content = async (id: string) => (await (await as(app().cast.olga)).getReport({ params: { id } })).body.content;
const things = async (reader: CastMember, other: CastMember) =>
  (await as(reader)).listReportable({ params: { id: other.id } });

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of [
    'reports',
    'conversations',
    'sessions',
    'notifications',
    'friend_requests',
    'friendships',
    'live_events',
  ] as const)
    await db.deleteFrom(table).execute();
  await sql`delete from blocks where not (blocker_id = ${cast.ana.id} and blocked_id = ${cast.dov.id})`.execute(db);
});

/** A direct chat with a threat, and Dov's session, which Cleo joined and in which he wrote. */
async function threaten() {
  const { cast, db } = app();
  const { cleo, dov } = cast;
  await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
  await addFriends(db, cleo, [dov]);
  const [asCleo, asDov] = [await as(cleo), await as(dov)];
  const { body: chat } = await asDov.openDirectConversation({ body: { user_id: cleo.id } });
  await asCleo.sendMessage({ params: { id: chat.id }, body: { content: 'See you?' } });
  const { body: threat } = await asDov.sendMessage({
    params: { id: chat.id },
    body: { content: 'I know your street' },
  });
  const { body: session } = await asDov.createSession({
    body: {
      gym_id: cast.gyms.barangaroo,
      workout_type: 'strength',
      title: 'Come or else',
      start_time: new Date(`${dayFromNow(2)}T01:00:00Z`).toISOString(),
      invited_user_ids: [cleo.id],
    },
  });
  await asCleo.joinSession({ params: { id: session.id }, body: {} });
  const { body: said } = await asDov.sendSessionMessage({ params: { id: session.id }, body: { content: 'Watch out' } });
  return { chat: chat.id, threat: threat.id, session: session.id, said: said.id };
}

describe('a member who was blocked', () => {
  test('reads nothing that was changed after the block', async () => {
    const { cleo, dov } = app().cast;
    const { session, threat } = await threaten();
    await block(dov, cleo);
    const asDov = await as(dov);
    const changed = { description: 'You will never read this' };
    expect((await asDov.updateSession({ params: { id: session }, body: changed })).status).toBe(200);
    const { body } = await things(cleo, dov);
    expect(JSON.stringify(body)).not.toContain('never read');
    expect(body.things.map(({ id }) => id)).toEqual(expect.arrayContaining([session, threat]));
  });

  test('reports the member, the message, the session and its chat, with the lines before', async () => {
    const { cleo, dov } = app().cast;
    const { threat, session, said } = await threaten();
    await block(dov, cleo);
    const filed = await report(cleo, 'message', threat);
    expect(filed.status).toBe(201);
    expect(await content(filed.body.id)).toMatchObject({
      text: 'I know your street',
      context: [{ sender: { id: cleo.id }, text: 'See you?' }],
    });
    expect((await content((await report(cleo, 'session_message', said)).body.id)).text).toBe('Watch out');
    expect((await content((await report(cleo, 'session', session)).body.id)).title).toBe('Come or else');
    expect((await content((await report(cleo, 'user', dov.id)).body.id)).title).toBe('Dov Dahan');
  });

  test('finds whom and what to report among everybody they have met', async () => {
    const { cleo, dov, ben } = app().cast;
    const { threat, session, said, chat } = await threaten();
    await addSession(app().db, { gym: app().cast.gyms.barangaroo, host: ben, with: [cleo] });
    const asCleo = await as(cleo);
    const before = (await asCleo.listMetPeople()).body.results.map(({ first_name }) => first_name);
    expect(before.toSorted()).toEqual(['Ben', 'Dov']);
    await block(dov, cleo);
    const { body: met } = await asCleo.listMetPeople();
    expect(met.results.map(({ first_name }) => first_name).toSorted()).toEqual(['Ben', 'Dov']);
    expect((await asCleo.listMetPeople({ query: { q: 'dahan' } })).body.results.map(({ id }) => id)).toEqual([dov.id]);
    const { body } = await things(cleo, dov);
    expect(body.person).toEqual(expect.objectContaining({ id: dov.id, first_name: 'Dov' }));
    expect(Object.keys(body.person).toSorted()).toEqual(['avatar_color', 'first_name', 'id', 'last_name']);
    expect(body.things.map(({ kind, id, text }) => [kind, id, text])).toEqual([
      ['session_message', said, 'Watch out'],
      ['session', session, ''],
      ['message', threat, 'I know your street'],
    ]);
    // Everywhere else he is gone, like a deleted account.
    expect((await asCleo.getConversation({ params: { id: chat } })).error.code).toBe('conversation_not_found');
    expect((await asCleo.getUser({ params: { id: dov.id } })).error.code).toBe('user_not_found');
  });

  test('reads nothing that was written after the block', async () => {
    const { cleo, dov, ben } = app().cast;
    const { db } = app();
    await addFriends(db, ben, [cleo, dov]);
    const { body: group } = await (await as(ben)).createGroupConversation({
      body: { name: 'Crew', user_ids: [cleo.id, dov.id] },
    });
    const asDov = await as(dov);
    await asDov.sendMessage({ params: { id: group.id }, body: { content: 'Before' } });
    await block(dov, cleo);
    const { body: after } = await asDov.sendMessage({ params: { id: group.id }, body: { content: 'After' } });
    expect((await things(cleo, dov)).body.things.map(({ text }) => text)).toEqual(['Before']);
    // A folded message can be reported unread.
    expect((await content((await report(cleo, 'message', after.id)).body.id)).text).toBe('After');
  });

  test('blocks back, unheard', async () => {
    const { cleo, dov } = app().cast;
    await threaten();
    await block(dov, cleo);
    await app().db.deleteFrom('live_events').execute();
    expect(await block(cleo, dov)).toBe(204);
    const events = await app().db.selectFrom('live_events').select(['type', 'user_ids']).execute();
    expect(events).toEqual([{ type: 'user.hidden', user_ids: [cleo.id] }]);
    const asCleo = await as(cleo);
    expect((await asCleo.listBlockedUsers()).body.results.map(({ id }) => id)).toEqual([dov.id]);
    await (await as(dov)).unblockUser({ params: { id: cleo.id } });
    expect((await (await as(dov)).getUser({ params: { id: cleo.id } })).error.code).toBe('user_not_found');
    expect((await asCleo.unblockUser({ params: { id: dov.id } })).status).toBe(204);
    expect((await asCleo.getUser({ params: { id: dov.id } })).status).toBe(200);
  });

  test('is answered as about an id nobody has when they never met', async () => {
    const { olga, cleo } = app().cast;
    await block(olga, cleo);
    const asCleo = await as(cleo);
    const answers = async (id: string) =>
      [
        await report(cleo, 'user', id),
        await asCleo.blockUser({ params: { id } }),
        await asCleo.listReportable({ params: { id } }),
      ].map(({ status, error }) => [status, error.code]);
    expect(await answers(olga.id)).toEqual(await answers(newId()));
    expect((await asCleo.listMetPeople()).body.count).toBe(0);
  });

  test.each([
    ['a friend request', (one: CastMember, other: CastMember) => ask(one, other)],
    ['a message request', (one: CastMember, other: CastMember) => write(one, other)],
    ['an invite', (one: CastMember, other: CastMember) => invite(one, other)],
  ])('has met whoever sent %s', async (_, approach) => {
    const { cleo, dov } = app().cast;
    await approach(dov, cleo);
    await block(dov, cleo);
    expect((await report(cleo, 'user', dov.id)).status).toBe(201);
    expect(await block(cleo, dov)).toBe(204);
  });
});

const ask = async (from: CastMember, to: CastMember) =>
  (await as(from)).sendFriendRequest({ body: { receiver_id: to.id, message: 'Hey' } });
const write = async (from: CastMember, to: CastMember) => {
  const client = await as(from);
  const { body } = await client.openDirectConversation({ body: { user_id: to.id } });
  return client.sendMessage({ params: { id: body.id }, body: { content: 'Hey' } });
};
const invite = async (from: CastMember, to: CastMember) => {
  const { db, cast } = app();
  const session = await addSession(db, { gym: cast.gyms.barangaroo, host: from });
  await db
    .insertInto('session_invites')
    .values({ organization_id: from.organizationId!, session_id: session, user_id: to.id, invited_by: from.id })
    .execute();
};
