import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  await app().db.deleteFrom('conversations').execute();
  await app().db.deleteFrom('blocks').execute();
  // Only acquaintances are added to groups.
  const { ana, ben, cleo, dov } = app().cast;
  await addFriends(app().db, ana, [ben, cleo, dov]);
  await addFriends(app().db, ben, [cleo, dov]);
});

const direct = async (from: CastMember, to: CastMember) =>
  (await (await app().as(from)).openDirectConversation({ body: { user_id: to.id } })).body.id;
const group = async (from: CastMember, others: CastMember[], name = 'Early birds') =>
  (await (await app().as(from)).createGroupConversation({ body: { name, user_ids: others.map(({ id }) => id) } })).body
    .id;
const write = async (from: CastMember, id: string, content: string) =>
  (await (await app().as(from)).sendMessage({ params: { id }, body: { content } })).body;
type More = { before?: string; page_size?: number; conversation_id?: string };
const search = async (reader: CastMember, q: string, more: More = {}) =>
  (await (await app().as(reader)).searchMessages({ query: { q, ...more } })).body;
const texts = async (reader: CastMember, q: string) =>
  (await search(reader, q)).results.map(({ excerpt }) => excerpt.map(({ text }) => text).join(''));

describe('searching messages', () => {
  test('finds all words, the last one by its beginning, newest first, with the words marked', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await write(cast.ana, id, 'Kettlebells on Monday?');
    await write(cast.ben, id, 'Monday is full.');
    const last = await write(cast.ben, id, 'New kettlebells are here, see you on monday!');
    expect(await texts(cast.ana, 'monday kett')).toEqual([
      'New kettlebells are here, see you on monday!',
      'Kettlebells on Monday?',
    ]);
    const { count, results, next } = await search(cast.ana, 'monday kett');
    expect([count, next]).toEqual([2, null]);
    expect(results[0]).toMatchObject({
      message_id: last.id,
      conversation_id: id,
      conversation_name: `Ben Brandt`,
      seq: 3,
      sender: { id: cast.ben.id },
    });
    expect(results[0]?.excerpt.filter(({ is_match }) => is_match).map(({ text }) => text)).toEqual([
      'kettlebells',
      'monday',
    ]);
    expect(await texts(cast.ana, 'kettlebell monday')).toEqual([]);
  });

  test('looks into one conversation alone, if the reader is in it', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const other = await group(cast.ana, [cast.ben, cast.cleo]);
    await write(cast.ana, id, 'Kettlebells on Monday?');
    for (const day of ['Tuesday', 'Wednesday', 'Thursday']) await write(cast.ben, other, `Kettlebells on ${day}?`);
    const found = async (reader: CastMember, more: More) =>
      (await search(reader, 'kettlebells', more)).results.map(({ conversation_id }) => conversation_id);
    expect(await found(cast.ana, { conversation_id: id })).toEqual([id]);
    const first = await search(cast.ana, 'kettlebells', { conversation_id: other, page_size: 2 });
    expect([first.count, first.next]).toEqual([3, expect.stringContaining(`conversation_id=${other}`)]);
    expect(await found(cast.ana, { conversation_id: other, before: first.results[1]!.message_id })).toEqual([other]);
    expect(await found(cast.cleo, { conversation_id: id })).toEqual([]);
    expect(await found(cast.eve, { conversation_id: other })).toEqual([]);
  });

  test('forgives accents, capitals, apostrophes and punctuation', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await write(cast.ana, id, "Let's meet at Zoë's Café (Straße 5).");
    for (const q of ['cafe', 'CAFÉ', 'zoes', "zoe's", 'strasse', 'lets meet', 'straße 5', 'meet-at zoë'])
      expect(await texts(cast.ben, q)).toHaveLength(1);
    for (const q of ["'", '& | !', '%', '_', "cafe' | 'x", 'meat']) expect(await texts(cast.ben, q)).toEqual([]);
  });

  test('continues after a message', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    for (const n of [1, 2, 3, 4, 5]) await write(cast.ana, id, `Squat ${n}`);
    const first = await search(cast.ben, 'squat', { page_size: 2 });
    const second = await search(cast.ben, 'squat', { page_size: 2, before: first.results[1]!.message_id });
    const third = await search(cast.ben, 'squat', { page_size: 2, before: second.results[1]!.message_id });
    expect([first, second, third].flatMap(({ results }) => results.map(({ seq }) => seq))).toEqual([5, 4, 3, 2, 1]);
    expect(first.next).toContain(`before=${first.results[1]!.message_id}`);
    expect([third.next, first.count, third.count]).toEqual([null, 5, 5]);
  });

  test('shows only what the reader may read', async () => {
    const { cast, db } = app();
    const { ana, ben, cleo, eve } = cast;
    const pair = await direct(ana, ben);
    await write(ana, pair, 'Deadlift between us');
    const id = await group(ana, [ben], 'Deadlifters');
    await write(ana, id, 'Deadlift before Cleo');
    await (await app().as(ana)).addParticipants({ params: { id }, body: { user_ids: [cleo.id] } });
    await write(ben, id, 'Deadlift after');
    expect(await texts(ana, 'deadlift')).toEqual(['Deadlift after', 'Deadlift before Cleo', 'Deadlift between us']);
    expect(await texts(cleo, 'deadlift')).toEqual(['Deadlift after']);
    expect(await texts(eve, 'deadlift')).toEqual([]);
    expect((await app().visitor.searchMessages({ query: { q: 'deadlift' } })).status).toBe(401);

    await db
      .insertInto('blocks')
      .values({ organization_id: ana.organizationId!, blocker_id: ben.id, blocked_id: cleo.id })
      .execute();
    expect(await texts(cleo, 'deadlift')).toEqual([]);
    await db
      .insertInto('blocks')
      .values({ organization_id: ana.organizationId!, blocker_id: ana.id, blocked_id: ben.id })
      .execute();
    expect(await texts(ben, 'deadlift')).toEqual(['Deadlift after']);
    await db.deleteFrom('blocks').execute();

    await (await app().as(cleo)).leaveConversation({ params: { id } });
    expect(await texts(cleo, 'deadlift')).toEqual([]);
  });

  test('follows edits and forgets deleted messages', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { id: messageId } = await write(cast.ana, id, 'Swimming tomorrow');
    const ana = await app().as(cast.ana);
    await ana.editMessage({ params: { id, messageId }, body: { content: 'Running tomorrow' } });
    expect([await texts(cast.ben, 'swimming'), await texts(cast.ben, 'running')]).toEqual([[], ['Running tomorrow']]);
    await ana.deleteMessage({ params: { id, messageId } });
    expect(await texts(cast.ben, 'tomorrow')).toEqual([]);
  });

  test('finds nothing without words, and rejects a search that is too long', async () => {
    const ana = await app().as(app().cast.ana);
    for (const q of ['', '  ', '?!'])
      expect((await ana.searchMessages({ query: { q } })).body).toMatchObject({ count: 0, results: [] });
    expect((await ana.searchMessages({ query: { q: 'x'.repeat(101) } })).status).toBe(400);
    expect((await ana.searchMessages({ query: { q: 'squat', before: newId() } })).body.results).toEqual([]);
  });
});

test("lists chats by name: the group's or a member's, archived or not", async () => {
  const { cast } = app();
  const { ana, ben, cleo } = cast;
  const pair = await direct(ana, ben);
  await write(ana, pair, 'Hi');
  const early = await group(ana, [cleo], 'Früh aufstehen');
  const client = await app().as(ana);
  await client.archiveConversation({ params: { id: pair } });
  const named = async (q: string) =>
    (await client.listConversations({ query: { q } })).body.results.map(({ id }) => id);
  expect(await named('fruh')).toEqual([early]);
  expect(await named(`Cleo früh`)).toEqual([early]);
  expect(await named('Ben')).toEqual([pair]);
  expect(await named('RANDT')).toEqual([pair]);
  expect(await named('Ana')).toEqual([]);
  for (const q of ['nobody', '?!', '%']) expect(await named(q)).toEqual([]);
});
