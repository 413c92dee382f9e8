import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('live_events').execute();
});
afterEach(() => vi.restoreAllMocks());

type Talk = { name?: string; lines?: [CastMember, string][]; ago?: number };

/** A conversation among these people, started by the first; a group when it has a name. */
async function addConversation(people: CastMember[], { name, lines = [], ago = 0 }: Talk = {}): Promise<string> {
  const { db } = app();
  const id = newId();
  const organization_id = people[0]?.organizationId ?? '';
  const [low, high] = people.map((person) => person.id).sort();
  await db
    .insertInto('conversations')
    .values({
      organization_id,
      id,
      kind: name ? 'group' : 'direct',
      name: name ?? null,
      user_low_id: name ? null : (low ?? ''),
      user_high_id: name ? null : (high ?? ''),
      created_by: people[0]?.id ?? '',
      created_at: new Date(Date.now() - (ago + 60) * 60_000),
    })
    .execute();
  await db
    .insertInto('conversation_members')
    .values(
      people.map(({ id: user_id }, index) => ({
        ...{ organization_id, conversation_id: id, user_id },
        role: name && index === 0 ? 'admin' : 'member',
      })),
    )
    .execute();
  for (const [sender, content] of lines)
    await db
      .insertInto('messages')
      .values({
        organization_id,
        conversation_id: id,
        id: newId(),
        sender_id: sender.id,
        content,
        created_at: new Date(Date.now() - ago * 60_000),
      })
      .execute();
  return id;
}

const membership = (conversation: string, person: CastMember) =>
  app()
    .db.updateTable('conversation_members')
    .where('conversation_id', '=', conversation)
    .where('user_id', '=', person.id);
const listed = async (person: CastMember, query = {}) =>
  (await (await app().as(person)).listConversations({ query })).body;

describe('the list of conversations', () => {
  test('sorts by the latest message, with unread counts', async () => {
    const { cast } = app();
    const old = await addConversation([cast.ana, cast.ben], { lines: [[cast.ben, 'Hi']], ago: 30 });
    const crew = await addConversation([cast.ana, cast.ben, cast.cleo], {
      name: 'Dawn crew',
      lines: [
        [cast.ben, 'Six?'],
        [cast.ana, 'Six.'],
        [cast.cleo, 'Half past.'],
      ],
    });
    const empty = await addConversation([cast.ana, cast.cleo], { ago: 600 });
    const { count, results } = await listed(cast.ana);
    expect([count, results.map(({ id }) => id)]).toEqual([3, [crew, old, empty]]);
    expect(results[0]).toMatchObject({
      type: 'group',
      name: 'Dawn crew',
      last_message: { content: 'Half past.', sender: { id: cast.cleo.id }, seq: 3 },
      last_seq: 3,
      unread_count: 2,
      can_manage: true,
      is_muted: false,
      is_archived: false,
    });
    expect(results[0]?.participants.map(({ id }) => id).sort()).toEqual(
      [cast.ana.id, cast.ben.id, cast.cleo.id].sort(),
    );
    expect(results[2]).toMatchObject({
      type: 'direct',
      name: null,
      last_message: null,
      unread_count: 0,
      can_manage: false,
    });
    await membership(crew, cast.ana).set({ last_read_seq: 2 }).execute();
    expect((await listed(cast.ana)).results[0]?.unread_count).toBe(1);
    const second = await listed(cast.ana, { page: 2, page_size: 2 });
    expect([second.results.map(({ id }) => id), second.next]).toEqual([[empty], null]);
  });

  test('marks muted ones, and keeps archived ones apart until a new message arrives', async () => {
    const { db, cast } = app();
    const id = await addConversation([cast.ana, cast.ben], { lines: [[cast.ben, 'Hi']], ago: 30 });
    await membership(id, cast.ana).set({ archived_at: new Date(), muted_until: 'infinity' }).execute();
    expect((await listed(cast.ana)).count).toBe(0);
    const archived = await listed(cast.ana, { archived: true });
    expect(archived.results).toMatchObject([{ id, is_archived: true, is_muted: true, muted_until: null }]);
    const until = new Date(Date.now() + 3_600_000);
    await membership(id, cast.ana).set({ muted_until: until }).execute();
    await db
      .insertInto('messages')
      .values({
        organization_id: cast.organizations.ironHarbour,
        conversation_id: id,
        id: newId(),
        sender_id: cast.ben.id,
        content: 'You there?',
        created_at: new Date(Date.now() + 1000),
      })
      .execute();
    expect((await listed(cast.ana)).results).toMatchObject([
      { id, is_archived: false, is_muted: true, muted_until: until.toISOString() },
    ]);
  });

  test('hides direct ones with blocked people, and their messages in groups', async () => {
    const { cast } = app();
    await addConversation([cast.ana, cast.dov], { lines: [[cast.dov, 'Hey']] });
    const group = await addConversation([cast.ana, cast.dov, cast.ben], {
      name: 'Crew',
      lines: [
        [cast.ben, 'Six?'],
        [cast.dov, 'Secret'],
      ],
    });
    const { results } = await listed(cast.ana);
    expect(results.map(({ id }) => id)).toEqual([group]);
    expect(results[0]?.last_message).toMatchObject({ is_hidden: true, content: '', sender: null });
    expect(results[0]).toMatchObject({ unread_count: 1 });
    expect(results[0]?.participants.map(({ id }) => id)).not.toContain(cast.dov.id);
    const { body } = await (await app().as(cast.ana)).listMessages({ params: { id: group } });
    expect(body.results.map(({ content, is_hidden }) => [content, is_hidden])).toEqual([
      ['', true],
      ['Six?', false],
    ]);
    expect((await listed(cast.dov)).results.map(({ id }) => id)).toEqual([group]);
  });

  test('is private to its members, even from a super admin inside the organization', async () => {
    const { cast } = app();
    const id = await addConversation([cast.ana, cast.ben], { lines: [[cast.ben, 'Hi']] });
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.listConversations()).body.count).toBe(0);
    for (const client of [inside, await app().as(cast.cleo), await app().as(cast.eve), await app().as(cast.olga)]) {
      expect((await client.getConversation({ params: { id } })).error.code).toBe('conversation_not_found');
      expect((await client.listMessages({ params: { id } })).error.code).toBe('conversation_not_found');
    }
    expect((await (await app().as(cast.ben)).getConversation({ params: { id } })).body).toMatchObject({ id });
  });

  test('costs one statement, for any number of conversations', async () => {
    const { cast } = app();
    for (const other of [cast.ben, cast.cleo, cast.finn, cast.olga])
      await addConversation([cast.ana, other], {
        lines: [
          [other, 'Hi'],
          [cast.ana, 'Hello'],
        ],
      });
    const ana = await app().as(cast.ana);
    await ana.getMe();
    const asked = await statementsOf(async () => expect((await ana.listConversations()).body.count).toBe(4));
    expect(asked).toHaveLength(1);
  });
});

test("pages messages by number, from the reader's joining on", async () => {
  const { cast } = app();
  const lines = Array.from({ length: 7 }, (_, n): [CastMember, string] => [cast.ben, `${n + 1}`]);
  const id = await addConversation([cast.ana, cast.ben], { lines });
  await membership(id, cast.ana).set({ joined_seq: 2, last_read_seq: 2 }).execute();
  const ana = await app().as(cast.ana);
  const read = async (query: object) => (await ana.listMessages({ params: { id }, query })).body;
  const seqs = ({ results }: { results: { seq: number }[] }) => results.map(({ seq }) => seq);
  const first = await read({ page_size: 3 });
  expect([first.count, seqs(first)]).toEqual([5, [7, 6, 5]]);
  expect(first.next).toBe(`/api/v1/conversations/${id}/messages/?page_size=3&before=5`);
  const last = await read({ page_size: 3, before: 5 });
  expect([seqs(last), last.next]).toEqual([[4, 3], null]);
  expect(seqs(await read({ after: 5 }))).toEqual([7, 6]);
});

describe('sharing a session to a conversation', () => {
  const share = async (person: CastMember, id: string, conversation_id: string, headers = {}) =>
    (await app().as(person)).shareSessionToChat({ params: { id }, body: { conversation_id }, headers });

  test('sends a card live, and notifies members who have not muted it', async () => {
    const { db, cast } = app();
    const conversation = await addConversation([cast.ana, cast.ben, cast.cleo], { name: 'Crew' });
    await membership(conversation, cast.cleo).set({ muted_until: 'infinity' }).execute();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    const { status, body } = await share(cast.ana, session, conversation);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      conversation_id: conversation,
      seq: 1,
      kind: 'session',
      sender: { id: cast.ana.id },
      session: { id: session, title: 'Leg day', workout_type: 'strength', gym_name: 'Barangaroo' },
    });
    expect((await listed(cast.ben)).results[0]).toMatchObject({ unread_count: 1, last_message: { id: body.id } });
    expect((await listed(cast.ana)).results[0]).toMatchObject({ unread_count: 0 });
    const events = await db.selectFrom('live_events').selectAll().where('type', '=', 'message.created').execute();
    expect(events.flatMap(({ user_ids }) => user_ids).sort()).toEqual([cast.ana.id, cast.ben.id, cast.cleo.id].sort());
    const told = await db.selectFrom('notifications').select(['user_id', 'kind']).execute();
    expect(told).toEqual([{ user_id: cast.ben.id, kind: 'message' }]);
  });

  test('shows the card only to readers of the session, and nothing across a block', async () => {
    const { db, cast } = app();
    const conversation = await addConversation([cast.ben, cast.ana, cast.dov, cast.finn], { name: 'Crew' });
    const mine = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    await share(cast.ben, mine, conversation);
    const cardOf = async (person: CastMember) => {
      const { body } = await (await app().as(person)).listMessages({ params: { id: conversation } });
      return body.results[0];
    };
    expect((await cardOf(cast.finn))?.session).toMatchObject({ id: mine });
    expect(await cardOf(cast.dov)).toMatchObject({ kind: 'session', sender: { id: cast.ben.id }, session: null });
    await share(cast.ana, mine, conversation);
    expect(await cardOf(cast.dov)).toMatchObject({ is_hidden: true, sender: null, session: null });
    const events = await db.selectFrom('live_events').selectAll().where('type', '=', 'message.created').execute();
    const dovs = events.filter(({ user_ids }) => user_ids?.includes(cast.dov.id)).map(({ data }) => data);
    expect(dovs).toMatchObject([
      { message: { session: null, is_hidden: false } },
      { message: { session: null, sender: null, is_hidden: true } },
    ]);
    const told = await (await app().as(cast.dov)).listNotifications();
    expect(told.body.results.map(({ actor }) => actor?.id)).toEqual([cast.ben.id]);
  });

  test('needs a visible session and membership in the conversation', async () => {
    const { db, cast } = app();
    const own = await addConversation([cast.ana, cast.ben]);
    const others = await addConversation([cast.ben, cast.cleo]);
    const blocked = await addConversation([cast.ana, cast.dov]);
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben });
    const foreign = await addSession(db, { gym: cast.gyms.shoreditch, host: cast.eve });
    const hidden = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.dov });
    const code = async (...input: Parameters<typeof share>) => (await share(...input)).error.code;
    for (const conversation of [others, blocked, newId()])
      expect(await code(cast.ana, session, conversation)).toBe('conversation_not_found');
    for (const unseen of [foreign, hidden, newId()])
      expect(await code(cast.ana, unseen, own)).toBe('session_not_found');
    expect(
      (await app().visitor.shareSessionToChat({ params: { id: session }, body: { conversation_id: own } })).status,
    ).toBe(401);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const emulated = await inside.shareSessionToChat({ params: { id: session }, body: { conversation_id: own } });
    expect(emulated.error.code).toBe('conversation_not_found');
    const bad = await share(cast.ana, session, 'crew');
    expect([bad.status, bad.error.details]).toEqual([400, { conversation_id: ['Not a valid id'] }]);
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([]);
  });

  test('happens once per key across retries, and in order when many share at once', async () => {
    const { db, cast } = app();
    const conversation = await addConversation([cast.ana, cast.ben]);
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    const headers = { 'idempotency-key': newId() };
    const retried = await Promise.all([1, 2, 3].map(() => share(cast.ana, session, conversation, headers)));
    expect(new Set(retried.map(({ body }) => body.id)).size).toBe(1);
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, n) => share(n % 2 ? cast.ana : cast.ben, session, conversation)),
    );
    expect(many.map(({ body }) => body.seq).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const events = await db
      .selectFrom('live_events')
      .select(['seq', 'data'])
      .where('type', '=', 'message.created')
      .orderBy('seq')
      .execute();
    const seqs = events.map(({ data }) => (data as { message: { seq: number } }).message.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  });
});
