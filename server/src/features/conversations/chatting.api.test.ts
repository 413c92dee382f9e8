import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('live_events').execute();
});

const as = (person: CastMember) => app().as(person);
const direct = async (one: CastMember, other: CastMember) =>
  (await (await as(one)).openDirectConversation({ body: { user_id: other.id } })).body.id;
const group = async (admin: CastMember, others: CastMember[], name = 'Dawn crew') =>
  (await (await as(admin)).createGroupConversation({ body: { name, user_ids: others.map(({ id }) => id) } })).body.id;
const say = async (person: CastMember, id: string, content: string, client_nonce?: string) =>
  (await as(person)).sendMessage({ params: { id }, body: { content, client_nonce } });
const read = async (person: CastMember, id: string) =>
  (await (await as(person)).listMessages({ params: { id } })).body.results.reverse();
const seen = async (person: CastMember, id: string) => (await as(person)).getConversation({ params: { id } });
const events = async (type: string) =>
  app().db.selectFrom('live_events').select(['data', 'user_ids']).where('type', '=', type).orderBy('seq').execute();
const ids = (people: { id: string }[]) => people.map(({ id }) => id).sort();

describe('a direct conversation', () => {
  test('is one for each pair, whoever opens it and however often at once', async () => {
    const { cast } = app();
    const opened = await Promise.all([
      direct(cast.ana, cast.ben),
      direct(cast.ben, cast.ana),
      direct(cast.ana, cast.ben),
      direct(cast.ben, cast.ana),
    ]);
    expect(new Set(opened).size).toBe(1);
    const { body } = await seen(cast.ben, opened[0]!);
    expect([body.type, ids(body.participants)]).toEqual(['direct', ids([cast.ana, cast.ben])]);
  });

  test('shows for the other person with the first message', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const count = async (person: CastMember) => (await (await as(person)).listConversations()).body.count;
    expect([await count(cast.ana), await count(cast.ben)]).toEqual([1, 0]);
    await say(cast.ana, id, 'Six tomorrow?');
    expect([await count(cast.ana), await count(cast.ben)]).toEqual([1, 1]);
  });

  test('refuses oneself, strangers, blocked people and other organizations', async () => {
    const { cast } = app();
    const code = async (user_id: string) =>
      (await (await as(cast.ana)).openDirectConversation({ body: { user_id } })).error.code;
    expect(await code(cast.ana.id)).toBe('not_yourself');
    for (const stranger of [cast.dov.id, cast.eve.id, newId()]) expect(await code(stranger)).toBe('user_not_found');
    expect(await app().db.selectFrom('conversations').selectAll().execute()).toEqual([]);
  });

  test('has no members to add, remove or leave', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const ana = await as(cast.ana);
    const body = { user_ids: [cast.cleo.id] };
    expect((await ana.addParticipants({ params: { id }, body })).error.code).toBe('group_only');
    expect((await ana.removeParticipants({ params: { id }, body })).error.code).toBe('group_only');
    expect((await ana.leaveConversation({ params: { id } })).error.code).toBe('group_only');
    expect((await ana.updateConversation({ params: { id }, body: { name: 'Us' } })).error.code).toBe('group_only');
  });
});

describe('a message', () => {
  test('reaches every member live, with the nonce for its sender alone, and notifies those who have not muted', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    await (await as(cast.cleo)).muteConversation({ params: { id }, body: {} });
    await db.deleteFrom('live_events').execute();
    const nonce = newId();
    const { status, body } = await say(cast.ana, id, 'Six?', nonce);
    expect([status, body.content, body.client_nonce]).toEqual([201, 'Six?', nonce]);
    const told = (await events('message.created')).map(({ data, user_ids }) => [
      user_ids?.toSorted(),
      (data as { message: { client_nonce: string | null } }).message.client_nonce,
    ]);
    expect(told).toEqual([
      [[cast.ana.id], nonce],
      [ids([cast.ben, cast.cleo]), null],
    ]);
    const notified = await db.selectFrom('notifications').select(['user_id', 'kind']).execute();
    expect(notified).toEqual([{ user_id: cast.ben.id, kind: 'message' }]);
    expect((await seen(cast.cleo, id)).body).toMatchObject({ unread_count: 1, is_muted: true });
  });

  test('is sent once however often and from however many tabs it is retried', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const nonce = newId();
    const sent = await Promise.all([1, 2, 3, 4].map(() => say(cast.ana, id, 'Once', nonce)));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await say(cast.ana, id, 'Other words', nonce)).body.content).toBe('Once');
    expect((await read(cast.ben, id)).map(({ content }) => content)).toEqual(['Once']);
    const elsewhere = await direct(cast.ana, cast.cleo);
    expect((await say(cast.ana, elsewhere, 'Once', nonce)).error.code).toBe('idempotency_key_reused');
  });

  test('is numbered without gaps in the order of the server', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const people = [cast.ana, cast.ben, cast.cleo];
    await Promise.all(Array.from({ length: 12 }, (_, n) => say(people[n % 3]!, id, `${n}`)));
    const messages = await read(cast.ben, id);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    const heard = (await events('message.created'))
      .filter(({ user_ids }) => user_ids?.includes(cast.cleo.id))
      .map(({ data }) => (data as { message: { seq: number } }).message.seq);
    expect(heard).toEqual(messages.map(({ seq }) => seq));
  });

  test.each([
    ['', 'Message is required'],
    ['   \n ', 'Message is required'],
    ['\u200b\u2060', 'Message is required'],
    ['x'.repeat(4001), 'Please keep this to 4000 characters'],
  ])('is refused when it is empty or too long (%#)', async (content, sentence) => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const refused = await say(cast.ana, id, content);
    expect([refused.status, refused.error.details]).toEqual([400, { content: [sentence] }]);
  });

  test('is refused from strangers, former members and across a block', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    expect((await say(cast.cleo, id, 'Hi')).error.code).toBe('conversation_not_found');
    expect((await say(cast.eve, id, 'Hi')).error.code).toBe('conversation_not_found');
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await say(cast.ben, id, 'Hi')).error.code).toBe('conversation_not_found');
    const pair = await direct(cast.ana, cast.cleo);
    const organization_id = cast.organizations.ironHarbour;
    await db
      .insertInto('blocks')
      .values({ organization_id, blocker_id: cast.cleo.id, blocked_id: cast.ana.id })
      .execute();
    expect((await say(cast.ana, pair, 'Hi')).error.code).toBe('conversation_not_found');
    await db.deleteFrom('blocks').where('blocker_id', '=', cast.cleo.id).execute();
  });
});

describe('changing a message', () => {
  const edit = async (person: CastMember, id: string, messageId: string, content = 'Half past') =>
    (await as(person)).editMessage({ params: { id, messageId }, body: { content } });
  const remove = async (person: CastMember, id: string, messageId: string) =>
    (await as(person)).deleteMessage({ params: { id, messageId } });

  test('edits and deletes one’s own for 15 minutes, for everybody, without a trace of the old words', async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { body: sent } = await say(cast.ana, id, 'Six');
    expect((await edit(cast.ana, id, sent.id)).body).toMatchObject({ content: 'Half past', seq: sent.seq });
    expect((await read(cast.ben, id))[0]).toMatchObject({ content: 'Half past', edited_at: expect.any(String) });
    expect((await remove(cast.ana, id, sent.id)).status).toBe(204);
    expect((await read(cast.ben, id))[0]).toMatchObject({ content: '', deleted_at: expect.any(String) });
    const stored = JSON.stringify(await db.selectFrom('live_events').select('data').execute());
    expect(stored).not.toMatch(/Six|Half past/);
    expect((await edit(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    expect((await events('message.updated')).flatMap(({ user_ids }) => user_ids)).toHaveLength(4);
  });

  test('is refused after 15 minutes by the server’s clock, and to everybody else', async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { body: sent } = await say(cast.ana, id, 'Six');
    expect((await edit(cast.ben, id, sent.id)).error.code).toBe('message_locked');
    expect((await remove(cast.ben, id, sent.id)).error.code).toBe('message_locked');
    expect((await edit(cast.cleo, id, sent.id)).error.code).toBe('conversation_not_found');
    const elsewhere = await direct(cast.ana, cast.cleo);
    expect((await edit(cast.ana, elsewhere, sent.id)).error.code).toBe('message_not_found');
    await db
      .updateTable('messages')
      .set({ created_at: sql`now() - interval '15 minutes 1 second'` })
      .where('id', '=', sent.id)
      .execute();
    expect((await edit(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    expect((await remove(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    expect((await read(cast.ben, id))[0]?.content).toBe('Six');
  });
});

describe('a group', () => {
  test('starts with its people and tells them', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const { body } = await seen(cast.ben, id);
    expect(body).toMatchObject({ type: 'group', name: 'Dawn crew', can_manage: false, unread_count: 0 });
    expect((await seen(cast.ana, id)).body.can_manage).toBe(true);
    expect((await read(cast.cleo, id))[0]).toMatchObject({
      kind: 'system',
      sender: null,
      notice: { action: 'created', actor: { id: cast.ana.id }, name: 'Dawn crew' },
    });
    expect((await events('conversation.created'))[0]?.user_ids?.sort()).toEqual(ids([cast.ana, cast.ben, cast.cleo]));
  });

  test('is refused when one of its people is unknown to the caller', async () => {
    const { db, cast } = app();
    const start = async (user_ids: string[], name = 'Crew') =>
      (await as(cast.ana)).createGroupConversation({ body: { name, user_ids } });
    for (const stranger of [cast.dov.id, cast.eve.id, newId()])
      expect((await start([cast.ben.id, stranger])).error.code).toBe('user_not_found');
    expect((await start([cast.ben.id], '  ')).error.details).toEqual({ name: ['Name is required'] });
    expect((await start(Array.from({ length: 256 }, newId))).error.details).toEqual({
      user_ids: ['Choose at most 255'],
    });
    expect(await db.selectFrom('conversations').selectAll().execute()).toEqual([]);
  });

  test('lets admins alone add, remove and rename, and shows newcomers nothing from before', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    await say(cast.ana, id, 'Before');
    const body = { user_ids: [cast.cleo.id] };
    const ben = await as(cast.ben);
    expect((await ben.addParticipants({ params: { id }, body })).error.code).toBe('access_denied');
    expect((await ben.removeParticipants({ params: { id }, body })).error.code).toBe('access_denied');
    expect((await ben.updateConversation({ params: { id }, body: { name: 'Mine' } })).error.code).toBe('access_denied');
    const ana = await as(cast.ana);
    const added = await ana.addParticipants({ params: { id }, body });
    expect(ids(added.body.participants)).toEqual(ids([cast.ana, cast.ben, cast.cleo]));
    expect((await read(cast.cleo, id)).map(({ notice }) => notice?.action)).toEqual(['added']);
    expect((await ana.updateConversation({ params: { id }, body: { name: 'Dusk crew' } })).body.name).toBe('Dusk crew');
    const named = await app().db.selectFrom('conversations').select('name_by').where('id', '=', id).execute();
    expect(named).toEqual([{ name_by: cast.ana.id }]);
    await ana.removeParticipants({ params: { id }, body });
    expect((await seen(cast.cleo, id)).error.code).toBe('conversation_not_found');
    expect((await events('conversation.left')).map(({ user_ids }) => user_ids)).toEqual([[cast.cleo.id]]);
    expect((await read(cast.ben, id)).map(({ notice }) => notice?.action ?? 'text')).toEqual([
      'created',
      'text',
      'added',
      'renamed',
      'removed',
    ]);
    expect((await ana.removeParticipants({ params: { id }, body })).error.code).toBe('user_not_found');
    const self = await ana.removeParticipants({ params: { id }, body: { user_ids: [cast.ana.id] } });
    expect(self.error.code).toBe('not_yourself');
  });

  test('never has more than 256 members', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const people = Array.from({ length: 255 }, (_, n) => ({
      ...{ organization_id, id: newId(), first_name: 'Member', last_name: `${n}`, role: 'regular_user' },
      email: `member${n}@crowd.example`,
    }));
    await db.insertInto('users').values(people).execute();
    const id = await group(cast.ana, [cast.ben]);
    const add = async (user_ids: string[]) =>
      (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids } });
    expect((await add(people.map((person) => person.id))).error.code).toBe('group_full');
    expect((await add(people.slice(1).map((person) => person.id))).body.participants).toHaveLength(256);
    expect((await add([people[0]!.id])).error.code).toBe('group_full');
    await db.deleteFrom('users').where('email', 'like', '%@crowd.example').execute();
  });

  test('is handed to the longest-standing member when its last admin leaves, and ends with the last member', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    await (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    const leave = async (person: CastMember) => (await as(person)).leaveConversation({ params: { id } });
    expect((await leave(cast.ana)).status).toBe(204);
    expect([(await seen(cast.ben, id)).body.can_manage, (await seen(cast.cleo, id)).body.can_manage]).toEqual([
      true,
      false,
    ]);
    expect((await read(cast.cleo, id)).at(-1)?.notice).toMatchObject({ action: 'left', actor: { id: cast.ana.id } });
    await Promise.all([leave(cast.ben), leave(cast.cleo)]);
    expect(await db.selectFrom('conversations').selectAll().execute()).toEqual([]);
    expect((await leave(cast.ben)).error.code).toBe('conversation_not_found');
  });

  test('names nobody across a block, stored or live', async () => {
    const { db, cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.cleo]);
    await db.deleteFrom('live_events').execute();
    await (await as(cast.ben)).addParticipants({ params: { id }, body: { user_ids: [cast.dov.id] } });
    expect((await read(cast.ana, id)).at(-1)?.notice).toMatchObject({ action: 'added', people: [] });
    expect((await read(cast.cleo, id)).at(-1)?.notice).toMatchObject({ people: [{ id: cast.dov.id }] });
    const forAna = (await app().db.selectFrom('live_events').selectAll().execute()).filter(
      ({ user_ids }) => !user_ids || user_ids.includes(cast.ana.id),
    );
    expect(forAna.length).toBeGreaterThan(0);
    expect(JSON.stringify(forAna.map(({ data }) => data))).not.toContain(cast.dov.id);
  });
});

test('a group renamed by a hidden member changes for everyone in it', async () => {
  const { db, cast } = app();
  const id = await group(cast.ben, [cast.ana, cast.dov]);
  await db.updateTable('conversation_members').set({ role: 'admin' }).where('user_id', '=', cast.dov.id).execute();
  await db.deleteFrom('live_events').execute();
  await (await as(cast.dov)).updateConversation({ params: { id }, body: { name: 'Dusk crew' } });
  expect((await events('conversation.updated')).flatMap(({ user_ids }) => user_ids)).toContain(cast.ana.id);
  expect((await seen(cast.ana, id)).body.name).toBe('Dusk crew');
});

describe('what a conversation is for one member', () => {
  test('reads forward only, tells the others how far, and clears the notification', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    for (const content of ['One', 'Two', 'Three']) await say(cast.ana, id, content);
    const ben = await as(cast.ben);
    expect((await ben.getUnreadCount()).body.unread_count).toBe(1);
    const mark = async (last_read_seq?: number) =>
      (await ben.markConversationRead({ params: { id }, body: { last_read_seq } })).body.unread_count;
    expect([await mark(2), await mark(1), await mark(), await mark(99)]).toEqual([1, 1, 0, 0]);
    expect((await ben.getUnreadCount()).body.unread_count).toBe(0);
    const { participants } = (await seen(cast.ana, id)).body;
    expect(participants.find((person) => person.id === cast.ben.id)?.last_read_seq).toBe(3);
    const told = (await events('conversation.read')).map(
      ({ data }) => (data as { last_read_seq: number }).last_read_seq,
    );
    expect(told).toEqual([2, 3]);
  });

  test('archives until the next message, and mutes for a while or until unmuted', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await say(cast.ben, id, 'Hi');
    const ana = await as(cast.ana);
    expect((await ana.archiveConversation({ params: { id } })).body.is_archived).toBe(true);
    expect((await ana.unarchiveConversation({ params: { id } })).body.is_archived).toBe(false);
    await ana.archiveConversation({ params: { id } });
    await say(cast.ben, id, 'Still there?');
    expect((await seen(cast.ana, id)).body.is_archived).toBe(false);
    const hours = { '1h': 1, '8h': 8, '1d': 24, '1w': 168 } as const;
    for (const [duration, length] of Object.entries(hours)) {
      const { body } = await ana.muteConversation({
        params: { id },
        body: { duration: duration as keyof typeof hours },
      });
      const minutes = (Date.parse(body.muted_until ?? '') - Date.now()) / 60_000;
      expect([body.is_muted, Math.round(minutes / 60)]).toEqual([true, length]);
    }
    const forever = await ana.muteConversation({ params: { id }, body: {} });
    expect(forever.body).toMatchObject({ is_muted: true, muted_until: null });
    expect((await ana.unmuteConversation({ params: { id } })).body.is_muted).toBe(false);
    expect((await events('conversation.updated')).every(({ user_ids }) => user_ids?.join() === cast.ana.id)).toBe(true);
    expect((await (await as(cast.cleo)).archiveConversation({ params: { id } })).error.code).toBe(
      'conversation_not_found',
    );
  });
});

describe('updates', () => {
  const updates = async (person: CastMember, since?: string) =>
    (await (await as(person)).listConversationUpdates({ query: { since } })).body;

  test('give a client without the stream everything that changed, as it is now', async () => {
    const { cast } = app();
    const kept = await direct(cast.ana, cast.ben);
    const lost = await group(cast.cleo, [cast.ana]);
    const { cursor } = await updates(cast.ana);
    expect(await updates(cast.ana, cursor)).toMatchObject({ cursor, conversations: [], messages: [], left: [] });
    const { body: first } = await say(cast.ben, kept, 'Six');
    await (await as(cast.ben)).editMessage({ params: { id: kept, messageId: first.id }, body: { content: 'Seven' } });
    await (await as(cast.cleo)).removeParticipants({ params: { id: lost }, body: { user_ids: [cast.ana.id] } });
    const changed = await updates(cast.ana, cursor);
    expect(changed).toMatchObject({
      has_more: false,
      is_reset: false,
      conversations: [{ id: kept, unread_count: 1 }],
      messages: [{ id: first.id, content: 'Seven' }],
      left: [lost],
    });
    expect(changed.conversations[0]).toEqual((await seen(cast.ana, kept)).body);
    expect((await updates(cast.ana, changed.cursor)).messages).toEqual([]);
    expect((await updates(cast.cleo, cursor)).messages.map(({ kind }) => kind)).toEqual(['system']);
    expect((await updates(cast.ana, new Date(Date.now() - 1000).toISOString())).messages).toHaveLength(1);
  });

  test('come in portions, and ask for a fresh start when too much was missed', async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { cursor } = await updates(cast.ana);
    const organization_id = cast.organizations.ironHarbour;
    await sql`insert into live_events (scope_id, type, data, user_ids)
      select ${organization_id}::uuid, 'conversation.updated',
        jsonb_build_object('conversation_id', ${id}::text), array[${cast.ana.id}::uuid] from generate_series(1, 250) n`.execute(
      db,
    );
    const first = await updates(cast.ana, cursor);
    expect([first.has_more, Number(first.cursor) - Number(cursor)]).toEqual([true, 200]);
    const second = await updates(cast.ana, first.cursor);
    expect([second.has_more, Number(second.cursor) - Number(cursor)]).toEqual([false, 250]);
    expect((await updates(cast.ana, '0')).is_reset).toBe(true);
    expect((await updates(cast.ana, '999999999')).is_reset).toBe(true);
  });
});

test('typing is for members alone, and never stored', async () => {
  const { db, cast } = app();
  const id = await group(cast.ana, [cast.ben]);
  await db.deleteFrom('live_events').execute();
  expect((await (await as(cast.ana)).sendTyping({ params: { id } })).status).toBe(204);
  expect((await (await as(cast.cleo)).sendTyping({ params: { id } })).error.code).toBe('conversation_not_found');
  expect(await db.selectFrom('live_events').selectAll().execute()).toEqual([]);
});
