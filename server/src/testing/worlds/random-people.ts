import fc from 'fast-check';
import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { addFriends } from '../test-data.ts';

export const names = ['ana', 'ben', 'cleo'] as const;
type Name = (typeof names)[number];
type Clients = Record<Name, Client>;
/** The people's ids, and the conversations they use. */
type Scene = { clients: Clients; ids: Record<Name, string>; chats: readonly string[] };

const deeds = {
  say: 6,
  reply: 2,
  react: 3,
  ask: 2,
  vote: 4,
  pin: 2,
  edit: 2,
  delete: 1,
  read: 4,
  archive: 1,
  unarchive: 1,
  mute: 1,
  unmute: 1,
  rename: 1,
  add: 2,
  remove: 1,
  leave: 1,
  befriend: 2,
  accept: 2,
  decline: 1,
  unfriend: 1,
  block: 1,
  unblock: 2,
  'read notifications': 1,
} as const;
type Deed = keyof typeof deeds;

type Step = { does: Deed; by: Name; to: Name; chat: number; part: number };

/** What people do to each other, mostly in conversations. */
export const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(...Object.entries(deeds).map(([deed, weight]) => ({ arbitrary: fc.constant(deed as Deed), weight }))),
  by: fc.constantFrom(...names),
  to: fc.constantFrom(...names),
  chat: fc.nat(2),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Three friends who are in two groups and a direct conversation, and nothing else. */
export async function setScene({ db, cast, as }: TestApp): Promise<Scene> {
  const { ana, ben, cleo } = cast;
  for (const table of ['conversations', 'friend_requests', 'friendships', 'blocks', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  await addFriends(db, ana, [ben, cleo]);
  await addFriends(db, ben, [cleo]);
  const clients = { ana: await as(ana), ben: await as(ben), cleo: await as(cleo) };
  const group = async (by: Name, people: { id: string }[]) => {
    const user_ids = people.map(({ id }) => id);
    const { status, body } = await clients[by].createGroupConversation({ body: { name: 'Dawn crew', user_ids } });
    expect(status).toBe(201);
    return body.id;
  };
  const pair = (await clients.ana.openDirectConversation({ body: { user_id: ben.id } })).body.id;
  const chats = [await group('ana', [ben, cleo]), pair, await group('ben', [ana])];
  return { clients, ids: { ana: ana.id, ben: ben.id, cleo: cleo.id }, chats };
}

/** Takes a step and returns the answer's status; what isn't allowed at that moment is refused. */
export async function take({ does, by, to, chat, part }: Step, scene: Scene): Promise<number> {
  const client = scene.clients[by];
  const id = scene.chats[chat % scene.chats.length]!;
  const [params, userId] = [{ id }, scene.ids[to]];
  const newest = async () => {
    const { results = [] } = (await client.listMessages({ params })).body ?? {};
    return { id, messageId: results.find(({ sender }) => sender?.id === scene.ids[by])?.id ?? userId };
  };
  const some = async () => {
    const { results = [] } = (await client.listMessages({ params })).body ?? {};
    return { id, messageId: results[Math.floor(part * results.length)]?.id ?? userId };
  };
  const requests = async () => (await client.listFriendRequests()).body.results[0]?.id ?? id;
  const answer = await {
    say: () => client.sendMessage({ params, body: { content: `Set ${Math.round(part * 1000)}` } }),
    reply: async () =>
      client.sendMessage({ params, body: { content: 'Agreed', reply_to_id: (await some()).messageId } }),
    react: async () => {
      const message = { ...(await some()), emoji: part < 0.5 ? '👍' : '💪' };
      return part < 0.8 ? client.addReaction({ params: message }) : client.removeReaction({ params: message });
    },
    ask: () =>
      client.sendPoll({
        params,
        body: { question: 'When?', options: [{ text: 'Monday' }, { text: 'Tuesday' }], client_nonce: newId() },
      }),
    vote: async () => {
      const { results = [] } = (await client.listMessages({ params })).body ?? {};
      const messageId = results.find(({ kind }) => kind === 'poll')?.id ?? userId;
      return client.votePoll({ params: { id, messageId }, body: { options: [0, 1].slice(0, Math.ceil(part * 2)) } });
    },
    pin: async () => {
      const message = await some();
      return part < 0.7 ? client.pinMessage({ params: message }) : client.unpinMessage({ params: message });
    },
    edit: async () => client.editMessage({ params: await newest(), body: { content: `Rep ${part}` } }),
    delete: async () => client.deleteMessage({ params: await newest() }),
    read: async () => {
      const { last_seq = 0 } = (await client.getConversation({ params })).body ?? {};
      const last_read_seq = Math.ceil(part * last_seq);
      return client.markConversationRead({ params, body: part > 0.7 ? {} : { last_read_seq } });
    },
    archive: () => client.archiveConversation({ params }),
    unarchive: () => client.unarchiveConversation({ params }),
    mute: () => client.muteConversation({ params, body: {} }),
    unmute: () => client.unmuteConversation({ params }),
    rename: () => client.updateConversation({ params, body: { name: `Crew ${Math.round(part * 1000)}` } }),
    add: () => client.addParticipants({ params, body: { user_ids: [userId] } }),
    remove: () => client.removeParticipants({ params, body: { user_ids: [userId] } }),
    leave: () => client.leaveConversation({ params }),
    befriend: () => client.sendFriendRequest({ body: { receiver_id: userId } }),
    accept: async () => client.acceptFriendRequest({ params: { id: await requests() }, body: {} }),
    decline: async () => client.declineFriendRequest({ params: { id: await requests() }, body: {} }),
    unfriend: async () =>
      client.removeFriend({ params: { id: (await client.listFriends()).body.results[0]?.id ?? id } }),
    block: () => client.blockUser({ params: { id: userId } }),
    unblock: () => client.unblockUser({ params: { id: userId } }),
    'read notifications': () => client.markAllNotificationsRead(),
  }[does]();
  return answer.status;
}
