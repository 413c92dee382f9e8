import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends } from '#testing/test-data.ts';

const app = useTestApp();

// Only acquaintances are added to groups.
beforeAll(async () => {
  const { db, cast } = app();
  await addFriends(db, cast.cleo, [cast.ana, cast.ben]);
  await addFriends(db, cast.ben, [cast.dov]);
});

beforeEach(async () => {
  await app().db.deleteFrom('conversations').execute();
  await app().db.deleteFrom('notifications').execute();
});

const as = (person: CastMember) => app().as(person);
const group = async (admin: CastMember, others: CastMember[]) =>
  (await (await as(admin)).createGroupConversation({ body: { name: 'Crew', user_ids: others.map(({ id }) => id) } }))
    .body.id;
const say = async (person: CastMember, id: string) =>
  (await as(person)).sendMessage({ params: { id }, body: { content: 'Six?' } });
const unread = async (person: CastMember) => (await (await as(person)).listUnreadConversations()).body.conversation_ids;

test('counts conversations with unread messages, muted ones too, however many notifications there are', async () => {
  const { ana, ben } = app().cast;
  const [one, other] = [await group(ana, [ben]), await group(ana, [ben])];
  expect(await unread(ben)).toEqual([]);
  await say(ana, one);
  await say(ana, one);
  await (await as(ben)).muteConversation({ params: { id: other }, body: { duration: '8h' } });
  await say(ana, other);
  expect(await unread(ben)).toEqual([other, one]);
  expect(await unread(ana)).toEqual([]);
  // Reading the notification is not reading the conversation.
  await (await as(ben)).markAllNotificationsRead();
  expect(await unread(ben)).toEqual([other, one]);
  await (await as(ben)).markConversationRead({ params: { id: one }, body: {} });
  await (await as(ben)).markConversationRead({ params: { id: other }, body: { last_read_seq: 2 } });
  expect(await unread(ben)).toEqual([]);
});

test('leaves out archived conversations and messages of blocked people', async () => {
  const { ana, ben, dov } = app().cast;
  const id = await group(ben, [ana, dov]);
  await say(dov, id);
  expect(await unread(ana)).toEqual([]);
  expect(await unread(ben)).toEqual([id]);
  await (await as(ben)).archiveConversation({ params: { id } });
  expect(await unread(ben)).toEqual([]);
  await say(ana, id);
  expect(await unread(ben)).toEqual([id]);
});

test('keeps one notification of messages that are read as they come', async () => {
  const { ana, ben } = app().cast;
  const [id, other] = [await group(ana, [ben]), await group(ana, [ben])];
  const client = await as(ben);
  const listed = async () =>
    (await client.listNotifications()).body.results.map(({ conversation_id, is_read }) => [conversation_id, is_read]);
  await say(ana, other);
  for (let n = 0; n < 3; n++) {
    await say(ana, id);
    await client.markConversationRead({ params: { id }, body: {} });
  }
  expect(await listed()).toEqual([
    [id, true],
    [other, false],
  ]);
  // Reading again what is read takes nothing away.
  await client.markConversationRead({ params: { id }, body: {} });
  expect(await listed()).toHaveLength(2);
});
