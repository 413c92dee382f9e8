import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CastMember } from '../../../server/src/testing/cast.ts';
import { addFriends, addSession } from '../../../server/src/testing/test-data.ts';
import { conversationChat } from '../../../web/src/features/conversations/conversation-chat.ts';
import {
  conversationQuery,
  conversationsQuery,
  messageRequestsQuery,
  unreadConversationsQuery,
} from '../../../web/src/features/conversations/conversations.queries.ts';
import { notificationsQuery } from '../../../web/src/features/notifications/notifications.queries.ts';
import { api } from '../../../web/src/platform/api/api.ts';
import { loginKeys } from '../../../web/src/platform/api/login-keys.ts';
import { expectAsNew, openTab, patient, useServer } from './live-tab.ts';

const server = useServer();

// Only acquaintances are added to groups.
beforeAll(async () => {
  const { db, cast } = server();
  await addFriends(db, cast.ben, [cast.ana, cast.cleo, cast.finn]);
  await addFriends(db, cast.ana, [cast.cleo]);
});

beforeEach(async () => {
  const { db } = server();
  await db.deleteFrom('conversations').execute();
  await db.deleteFrom('live_events').execute();
});

type Name = 'ana' | 'ben' | 'cleo';
const who = (name: Name): CastMember => server().cast[name];
const as = (name: Name) => server().as(who(name));
const at = (id: string) => ({ params: { id } });
const say = async (name: Name, id: string, content: string) =>
  (await as(name)).sendMessage({ ...at(id), body: { content } });
const group = async (name: Name, others: Name[]) =>
  (
    await (
      await as(name)
    ).createGroupConversation({
      body: { name: 'Dawn crew', user_ids: others.map((other) => who(other).id) },
    })
  ).body.id;

/** Everything of a conversation that a member may have on the screen. */
const screens = (id: string) => (queryClient: Parameters<typeof conversationQuery>[0]) => [
  { queryKey: loginKeys.me, queryFn: () => api.getMe() },
  conversationsQuery(false),
  conversationsQuery(true),
  messageRequestsQuery(),
  unreadConversationsQuery(),
  notificationsQuery(),
  conversationQuery(queryClient, id),
  conversationChat.query(id),
];

type Scene = {
  what: string;
  says: string;
  /** What happened before the tab was opened. */
  before?: (id: string) => Promise<unknown>;
  happens: (id: string) => Promise<unknown>;
};

const newest = async (name: Name, id: string) => {
  const [message] = (await (await as(name)).listMessages(at(id))).body.results;
  return { params: { id, messageId: message!.id } };
};

const react = async (name: Name, id: string, emoji: string) => {
  const { params } = await newest(name, id);
  return (await as(name)).addReaction({ params: { ...params, emoji } });
};
const firstText = async (id: string) =>
  (await (await as('ben')).listMessages(at(id))).body.results.findLast(({ kind }) => kind === 'text')!.id;
/** Ben asks, Cleo answers. */
async function answered(id: string) {
  const { body } = await say('ben', id, 'Six?');
  return (await as('cleo')).sendMessage({ ...at(id), body: { content: 'Yes', reply_to_id: body.id } });
}

/** What Ana's tab hears of while she only looks. */
const scenes: Scene[] = [
  { what: 'somebody writes', says: 'message.created', happens: (id) => say('ben', id, 'Six tomorrow?') },
  { what: 'she writes on another device', says: 'message.created', happens: (id) => say('ana', id, 'Six it is') },
  {
    what: 'she writes in one of two unread chats on another device',
    says: 'message.created',
    before: async (id) => {
      await say('ben', id, 'Six?');
      await say('cleo', await group('cleo', ['ana']), 'Seven?');
    },
    happens: (id) => say('ana', id, 'Six it is'),
  },
  {
    what: 'somebody writes in an archived chat',
    says: 'message.created',
    before: async (id) => (await as('ana')).archiveConversation(at(id)),
    happens: (id) => say('ben', id, 'Six tomorrow?'),
  },
  {
    what: 'a message is edited',
    says: 'message.updated',
    before: (id) => say('ben', id, 'Six?'),
    happens: async (id) => (await as('ben')).editMessage({ ...(await newest('ben', id)), body: { content: 'Seven?' } }),
  },
  {
    what: 'a message is deleted',
    says: 'message.updated',
    before: (id) => say('ben', id, 'Six?'),
    happens: async (id) => (await as('ben')).deleteMessage(await newest('ben', id)),
  },
  {
    what: 'somebody reads',
    says: 'conversation.read',
    before: (id) => say('ana', id, 'Six?'),
    happens: async (id) => (await as('ben')).markConversationRead({ ...at(id), body: {} }),
  },
  {
    what: 'she reads a part on another device',
    says: 'conversation.read',
    before: async (id) => {
      for (const text of ['One', 'Two', 'Three']) await say('ben', id, text);
    },
    happens: async (id) => (await as('ana')).markConversationRead({ ...at(id), body: { last_read_seq: 3 } }),
  },
  {
    what: 'somebody reacts to the last message',
    says: 'message.reacted',
    before: async (id) => {
      await say('ana', id, 'PR!');
      await react('cleo', id, '💪');
    },
    happens: (id) => react('ben', id, '💪'),
  },
  {
    what: 'she takes back a reaction on another device',
    says: 'message.reacted',
    before: async (id) => {
      await say('ben', id, 'PR!');
      await react('ana', id, '🔥');
    },
    happens: async (id) => {
      const { params } = await newest('ana', id);
      return (await as('ana')).removeReaction({ params: { ...params, emoji: '🔥' } });
    },
  },
  {
    what: 'a message that was answered is edited',
    says: 'message.updated',
    before: (id) => answered(id),
    happens: async (id) =>
      (await as('ben')).editMessage({ params: { id, messageId: await firstText(id) }, body: { content: 'Seven?' } }),
  },
  {
    what: 'a message that was answered is deleted',
    says: 'message.updated',
    before: (id) => answered(id),
    happens: async (id) => (await as('ben')).deleteMessage({ params: { id, messageId: await firstText(id) } }),
  },
  {
    what: 'somebody becomes an admin',
    says: 'conversation.updated',
    happens: async (id) => (await as('ben')).addAdmins({ ...at(id), body: { user_ids: [who('ana').id] } }),
  },
  {
    what: 'she archives it on another device',
    says: 'conversation.updated',
    happens: async (id) => (await as('ana')).archiveConversation(at(id)),
  },
  {
    what: 'she mutes it on another device',
    says: 'conversation.updated',
    happens: async (id) => (await as('ana')).muteConversation({ ...at(id), body: { duration: '8h' } }),
  },
  {
    what: 'the group gets another name',
    says: 'conversation.updated',
    before: (id) => say('ben', id, 'Six?'),
    happens: async (id) => (await as('ben')).updateConversation({ ...at(id), body: { name: 'Iron five' } }),
  },
  {
    what: 'somebody is added',
    says: 'conversation.updated',
    happens: async (id) =>
      (await as('ben')).addParticipants({ ...at(id), body: { user_ids: [server().cast.finn.id] } }),
  },
  {
    what: 'the admin leaves',
    says: 'conversation.updated',
    happens: async (id) => (await as('ben')).leaveConversation(at(id)),
  },
  {
    what: 'a session is shared, which then gets another title',
    says: 'session.updated',
    happens: async (id) => {
      const { db, cast } = server();
      const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben });
      const ben = await as('ben');
      await ben.shareSessionToChat({ ...at(session), body: { conversation_id: id } });
      return ben.updateSession({ ...at(session), body: { title: 'Push day' } });
    },
  },
];

for (const { what, says, before, happens } of scenes)
  test(`when ${what}, a tab that only heard of it shows the chats a new tab would`, async () => {
    const id = await group('ben', ['ana', 'cleo']);
    await group('cleo', ['ana']);
    await before?.(id);
    const tab = await openTab(await server().tokenFor(who('ana')), screens(id));
    onTestFinished(tab.close);
    const seenBefore = tab.state();
    expect(await happens(id)).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
    await expect.poll(() => tab.seen, patient).toContain(says);
    await expectAsNew(tab, screens(id));
    expect(tab.state()).not.toEqual(seenBefore);
  });

test('a tab shows which messages the devices of the other person have', async () => {
  const { body } = await (await as('ana')).openDirectConversation({ body: { user_id: who('ben').id } });
  await say('ana', body.id, 'Six?');
  const tab = await openTab(await server().tokenFor(who('ana')), screens(body.id));
  onTestFinished(tab.close);
  await (await as('ben')).markMessagesDelivered({ body: { conversations: [{ id: body.id, seq: 1 }] } });
  await expect.poll(() => tab.seen, patient).toContain('conversation.delivered');
  await expectAsNew(tab, screens(body.id));
  expect(JSON.stringify(tab.state())).toContain('"delivered_seq":1');
});

test('a chat that is new to a tab is fetched with its first message', async () => {
  const known = await group('ben', ['ana']);
  const tab = await openTab(await server().tokenFor(who('ana')), screens(known));
  onTestFinished(tab.close);
  const { body } = await (await as('cleo')).openDirectConversation({ body: { user_id: who('ana').id } });
  await say('cleo', body.id, 'Hi, I am new here');
  await expect.poll(() => tab.seen, patient).toContain('message.created');
  await expectAsNew(tab, screens(known));
  expect(JSON.stringify(tab.state())).toContain('Hi, I am new here');
});

/** Ana's tab shows the chat with Finn, who is no friend, while the two do something. */
const requestScenes: { what: string; first: 'ana' | 'finn' | null; happens: (id: string) => Promise<unknown> }[] = [
  { what: 'a stranger writes first', first: null, happens: (id) => tell('finn', id) },
  { what: 'she writes to a stranger first', first: null, happens: (id) => tell('ana', id) },
  {
    what: 'her request is accepted',
    first: 'ana',
    happens: async (id) => (await asOne('finn')).acceptConversation(at(id)),
  },
  { what: 'her request is answered', first: 'ana', happens: (id) => tell('finn', id) },
  {
    what: 'she accepts on another device',
    first: 'finn',
    happens: async (id) => (await asOne('ana')).acceptConversation(at(id)),
  },
  {
    what: 'she declines on another device',
    first: 'finn',
    happens: async (id) => (await asOne('ana')).declineConversation(at(id)),
  },
];
const asOne = (name: 'ana' | 'finn') => server().as(server().cast[name]);
const tell = async (name: 'ana' | 'finn', id: string) =>
  (await asOne(name)).sendMessage({ ...at(id), body: { content: `Hello from ${name}` } });

for (const { what, first, happens } of requestScenes)
  test(`when ${what}, a tab that only heard of it shows the requests a new tab would`, async () => {
    const { body } = await (await asOne('ana')).openDirectConversation({ body: { user_id: server().cast.finn.id } });
    if (first) await tell(first, body.id);
    const tab = await openTab(await server().tokenFor(who('ana')), screens(body.id));
    onTestFinished(tab.close);
    const seenBefore = tab.state();
    expect(await happens(body.id)).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
    await expect.poll(() => tab.seen, patient).toContain('conversation.updated');
    await expectAsNew(tab, screens(body.id));
    expect(tab.state()).not.toEqual(seenBefore);
  });
