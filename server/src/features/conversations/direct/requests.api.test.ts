import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['conversations', 'sessions', 'notifications', 'live_events', 'friend_requests'] as const)
    await db.deleteFrom(table).execute();
  for (const side of ['user_low_id', 'user_high_id'] as const)
    await db.deleteFrom('friendships').where(side, '=', cast.cleo.id).execute();
});

const as = (person: CastMember) => app().as(person);
const open = async (one: CastMember, other: CastMember) =>
  (await (await as(one)).openDirectConversation({ body: { user_id: other.id } })).body.id;
const say = async (person: CastMember, id: string, content = 'Hi!', client_nonce?: string) =>
  (await as(person)).sendMessage({ params: { id }, body: { content, client_nonce } });
const seen = async (person: CastMember, id: string) =>
  (await (await as(person)).getConversation({ params: { id } })).body;
const listed = async (person: CastMember, query: { requests?: boolean; archived?: boolean } = {}) =>
  (await (await as(person)).listConversations({ query })).body.results.map(({ id }) => id);
const unread = async (person: CastMember) => (await (await as(person)).listUnreadConversations()).body.conversation_ids;
const accept = async (person: CastMember, id: string) => (await as(person)).acceptConversation({ params: { id } });
const decline = async (person: CastMember, id: string) => (await as(person)).declineConversation({ params: { id } });
const told = async (person: CastMember) =>
  (await app().db.selectFrom('live_events').select(['type', 'user_ids']).orderBy('seq').execute())
    .filter(({ user_ids }) => user_ids?.includes(person.id))
    .map(({ type }) => type);

/** Ana has written to Cleo, a stranger. */
async function requested() {
  const { ana, cleo } = app().cast;
  const id = await open(ana, cleo);
  expect((await say(ana, id, 'Do you squat?')).status).toBe(201);
  return { ana, cleo, id };
}

describe('a first message to a member who is no friend', () => {
  test('waits among the requests, without a notification or an unread count', async () => {
    const { ana, cleo, id } = await requested();
    expect(await seen(cleo, id)).toMatchObject({
      request: 'received',
      unread_count: 0,
      last_message: { content: 'Do you squat?' },
    });
    expect(await seen(ana, id)).toMatchObject({ request: 'sent' });
    expect([await listed(cleo), await listed(cleo, { requests: true })]).toEqual([[], [id]]);
    expect([await listed(ana), await listed(ana, { requests: true })]).toEqual([[id], []]);
    expect(await unread(cleo)).toEqual([]);
    expect(await app().db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  test('is the only one until it is answered, and a retry is still the same message', async () => {
    const { ana, cleo } = app().cast;
    const id = await open(ana, cleo);
    const nonce = newId();
    const sent = await Promise.all([1, 2, 3].map(() => say(ana, id, 'Once', nonce)));
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await say(ana, id, 'Hello?')).error.code).toBe('message_request_waits');
    const session = await addSession(app().db, { gym: app().cast.gyms.barangaroo, host: ana });
    const card = await (await as(ana)).shareSessionToChat({ params: { id: session }, body: { conversation_id: id } });
    expect(card.error.code).toBe('message_request_waits');
    expect((await say(ana, id, 'Once', nonce)).body.id).toBe(sent[0]!.body.id);
  });

  test('tells its sender nothing about receiving, reading, reacting and typing', async () => {
    const { ana, cleo, id } = await requested();
    await app().db.deleteFrom('live_events').execute();
    await (await as(cleo)).markConversationRead({ params: { id }, body: {} });
    await (await as(cleo)).sendTyping({ params: { id } });
    await (await as(cleo)).markMessagesDelivered({ body: { conversations: [{ id, seq: 1 }] } });
    const messageId = (await seen(cleo, id)).last_message!.id;
    const reaction = await (await as(cleo)).addReaction({ params: { id, messageId, emoji: '💪' } });
    expect(reaction.error.code).toBe('message_not_found');
    const [, other] = (await seen(ana, id)).participants.toSorted((one) => (one.id === ana.id ? -1 : 1));
    expect(other).toMatchObject({ id: cleo.id, last_read_seq: 0, delivered_seq: 0 });
    expect([await told(ana), await told(cleo)]).toEqual([[], ['conversation.read']]);
    await accept(cleo, id);
    const after = (await seen(ana, id)).participants.find(({ id: one }) => one === cleo.id);
    expect(after).toMatchObject({ last_read_seq: 1 });
  });

  test('is text or a session, not a photo', async () => {
    const { ana, cleo } = app().cast;
    const id = await open(ana, cleo);
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    const file = new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' });
    const photo = async () => (await as(ana)).sendPhoto({ params: { id }, body: { file, client_nonce: newId() } });
    expect((await photo()).error.code).toBe('request_needs_text');
    await say(ana, id);
    expect((await photo()).error.code).toBe('message_request_waits');
    await accept(cleo, id);
    const { status, body } = await photo();
    expect(status).toBe(201);
    const client = await as(cleo);
    const report = await client.createReport({ body: { kind: 'message', id: body.id, reason: 'harassment' } });
    await (await as(ana)).deleteMessage({ params: { id, messageId: body.id } });
    const olga = await as(app().cast.olga);
    expect((await olga.getReportPhoto({ params: { id: report.body.id } })).status).toBe(200);
    expect((await client.getReportPhoto({ params: { id: report.body.id } })).error.code).toBe('access_denied');
  });

  test('is an ordinary message between friends, and in conversations that exist', async () => {
    const { db, cast } = app();
    const friends = await open(cast.ana, cast.ben);
    await say(cast.ana, friends);
    expect((await seen(cast.ben, friends)).request).toBeNull();
    await addFriends(db, cast.cleo, [cast.ana]);
    const id = await open(cast.ana, cast.cleo);
    await say(cast.ana, id);
    await db.deleteFrom('friendships').where('user_low_id', '=', [cast.ana.id, cast.cleo.id].sort()[0]!).execute();
    expect((await say(cast.ana, id, 'Still here')).status).toBe(201);
    expect((await seen(cast.cleo, id)).request).toBeNull();
    await addFriends(db, cast.ana, [cast.ben]);
  });

  test('in both directions at once is a conversation', async () => {
    const { ana, cleo } = app().cast;
    const ids = await Promise.all([open(ana, cleo), open(cleo, ana)]);
    expect(new Set(ids).size).toBe(1);
    const id = ids[0];
    const sent = await Promise.all([say(ana, id, 'You first'), say(cleo, id, 'No, you')]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect([(await seen(ana, id)).request, (await seen(cleo, id)).request]).toEqual([null, null]);
  });
});

describe('a message request', () => {
  test('is accepted once and for both, by the receiver alone', async () => {
    const { ana, cleo, id } = await requested();
    expect((await accept(ana, id)).error.code).toBe('message_request_waits');
    expect((await accept(app().cast.ben, id)).error.code).toBe('conversation_not_found');
    await app().db.deleteFrom('live_events').execute();
    const answers = await Promise.all([accept(cleo, id), accept(cleo, id)]);
    expect(answers.map(({ status, body }) => [status, body.request])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect([await told(ana), await told(cleo)]).toEqual([['conversation.updated'], ['conversation.updated']]);
    expect(await listed(cleo)).toEqual([id]);
    expect((await say(ana, id, 'Great')).status).toBe(201);
    expect((await decline(cleo, id)).error.code).toBe('no_message_request');
  });

  test('is accepted by an answer', async () => {
    const { ana, cleo, id } = await requested();
    await say(cleo, id, 'I do');
    expect((await seen(ana, id)).request).toBeNull();
    const notified = await app().db.selectFrom('notifications').select('user_id').execute();
    expect(notified).toEqual([{ user_id: ana.id }]);
  });

  test('is accepted by becoming friends', async () => {
    const { ana, cleo, id } = await requested();
    await decline(cleo, id);
    const { body } = await (await as(ana)).sendFriendRequest({ body: { receiver_id: cleo.id } });
    await app().db.deleteFrom('live_events').execute();
    await (await as(cleo)).acceptFriendRequest({ params: { id: body.id }, body: {} });
    expect((await seen(cleo, id)).request).toBeNull();
    expect(await told(ana)).toContain('conversation.updated');
    expect(await told(cleo)).toContain('conversation.updated');
  });

  test("that is declined looks the same to its sender, who can't write again", async () => {
    const { ana, cleo, id } = await requested();
    const before = await seen(ana, id);
    await app().db.deleteFrom('live_events').execute();
    expect([(await decline(cleo, id)).status, (await decline(cleo, id)).status]).toEqual([204, 204]);
    expect(await told(ana)).toEqual([]);
    expect(await seen(ana, id)).toEqual(before);
    expect((await say(ana, id, 'Hello?')).error.code).toBe('message_request_waits');
    expect([await listed(cleo), await listed(cleo, { requests: true })]).toEqual([[], []]);
    expect((await decline(ana, id)).error.code).toBe('no_message_request');
    expect((await seen(cleo, id)).request).toBe('declined');
    await say(cleo, await open(cleo, ana), 'Changed my mind');
    expect((await say(ana, id, 'Great')).status).toBe(201);
  });

  test('that meets a friendship at the same moment ends accepted', async () => {
    const { ana, cleo } = app().cast;
    const { body } = await (await as(cleo)).sendFriendRequest({ body: { receiver_id: ana.id } });
    const id = await open(ana, cleo);
    await Promise.all([
      say(ana, id),
      (await as(ana)).acceptFriendRequest({ params: { id: body.id }, body: {} }),
      say(ana, id),
    ]);
    expect((await seen(cleo, id)).request).toBeNull();
  });
});

describe('a group', () => {
  const create = async (admin: CastMember, others: CastMember[]) =>
    (await as(admin)).createGroupConversation({ body: { name: 'Crew', user_ids: others.map(({ id }) => id) } });

  test("takes friends, people one chats with and people from one's sessions, and nobody else", async () => {
    const { db, cast } = app();
    const { ana, ben, cleo, finn } = cast;
    expect((await create(ana, [ben, cleo])).error.code).toBe('not_acquainted');
    const { body: group } = await create(ana, [ben]);
    const add = async (person: CastMember) =>
      (await as(ana)).addParticipants({ params: { id: group.id }, body: { user_ids: [ben.id, person.id] } });
    expect((await add(cleo)).error.code).toBe('not_acquainted');
    const direct = await open(ana, cleo);
    await say(ana, direct);
    expect((await add(cleo)).error.code).toBe('not_acquainted');
    await accept(cleo, direct);
    expect((await add(cleo)).status).toBe(200);
    await addSession(db, { gym: cast.gyms.barangaroo, host: finn, with: [ana], in: -600 });
    expect((await add(finn)).status).toBe(200);
  });
});

describe('a session card that waits as a request', () => {
  async function shared() {
    const { db, cast } = app();
    const { ana, cleo } = cast;
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: ana });
    const id = await open(ana, cleo);
    const card = await (await as(ana)).shareSessionToChat({ params: { id: session }, body: { conversation_id: id } });
    expect(card.status).toBe(201);
    expect(await seen(cleo, id)).toMatchObject({ request: 'received' });
    return { ana, cleo, id, session };
  }
  const join = async (person: CastMember, id: string) => (await as(person)).joinSession({ params: { id }, body: {} });

  test('is accepted by joining the session', async () => {
    const { ana, cleo, id, session } = await shared();
    await app().db.deleteFrom('live_events').execute();
    expect((await join(app().cast.ben, session)).status).toBe(200);
    expect(await seen(cleo, id)).toMatchObject({ request: 'received' });
    expect((await join(cleo, session)).status).toBe(200);
    expect([await seen(cleo, id), await seen(ana, id)]).toMatchObject([{ request: null }, { request: null }]);
    for (const person of [ana, cleo]) expect(await told(person)).toContain('conversation.updated');
    expect((await say(ana, id, 'See you there')).status).toBe(201);
  });

  test('stays declined', async () => {
    const { cleo, id, session } = await shared();
    await decline(cleo, id);
    expect((await join(cleo, session)).status).toBe(200);
    expect(await seen(cleo, id)).toMatchObject({ request: 'declined' });
  });

  test('stays a request when joining fails', async () => {
    const { ana, cleo, id, session } = await shared();
    await (await as(ana)).cancelSession({ params: { id: session } });
    expect((await join(cleo, session)).status).toBe(409);
    expect(await seen(cleo, id)).toMatchObject({ request: 'received' });
  });
});
