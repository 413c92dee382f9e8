import { expect, test } from 'vitest';
import type { Client } from '../../../server/src/testing/client.ts';
import {
  friendPageQuery,
  friendRequestsQuery,
  peopleSearchQuery,
  sentFriendRequestsQuery,
} from '../../../web/src/features/friends/friends.queries.ts';
import { expectAsNew, openTab, patient, useServer } from './live-tab.ts';

const server = useServer();

/** What the friends window of ana shows. */
const shown = () => [friendPageQuery('', 1), friendRequestsQuery(), sentFriendRequestsQuery(), peopleSearchQuery('c')];

/** Each starts where the one before ended. `same` is ana on another device, `other` is cleo. */
const changes: { what: string; says: string; by: (same: Client, other: Client) => Promise<unknown> }[] = [
  {
    what: 'a request from another device',
    says: 'friend_request.sent',
    by: (same) => same.sendFriendRequest({ body: { receiver_id: server().cast.cleo.id } }),
  },
  {
    what: 'its withdrawal there',
    says: 'friend_request.answered',
    by: async (same) => same.removeFriend({ params: { id: await firstId(same.listSentFriendRequests()) } }),
  },
  {
    what: 'a received request',
    says: 'friend_request.received',
    by: (_same, other) => other.sendFriendRequest({ body: { receiver_id: server().cast.ana.id } }),
  },
  {
    what: 'an answer on another device',
    says: 'friend.added',
    by: async (same) =>
      same.acceptFriendRequest({ params: { id: await firstId(same.listFriendRequests()) }, body: {} }),
  },
  {
    what: 'the end of a friendship',
    says: 'friend.removed',
    by: async (_same, other) => other.removeFriend({ params: { id: await firstId(other.listFriends()) } }),
  },
];

const firstId = async (list: Promise<{ body: { results: { id: string }[] } }>) =>
  (await list).body.results[0]?.id ?? '';

test('a friends window that only hears of changes shows what a new one would', async () => {
  const app = server();
  const { cast } = app;
  const [same, other] = [await app.as(cast.ana), await app.as(cast.cleo)];
  const tab = await openTab(await app.tokenFor(cast.ana), shown);
  for (const { what, says, by } of changes) {
    const before = tab.state();
    const seen = tab.seen.length;
    await by(same, other);
    await expect.poll(() => tab.seen.slice(seen), patient).toContain(says);
    await expectAsNew(tab, shown);
    expect(tab.state(), what).not.toEqual(before);
  }
  tab.close();
});
