import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../../scripts/property-runs.ts';
import { setScene, step, take } from '../../../server/src/testing/worlds/random-people.ts';
import { conversationChat } from '../../../web/src/features/conversations/conversation-chat.ts';
import {
  conversationsQuery,
  unreadConversationsQuery,
} from '../../../web/src/features/conversations/conversations.queries.ts';
import {
  friendPageQuery,
  friendRequestsQuery,
  sentFriendRequestsQuery,
} from '../../../web/src/features/friends/friends.queries.ts';
import { notificationsQuery, unreadCountQuery } from '../../../web/src/features/notifications/notifications.queries.ts';
import { api } from '../../../web/src/platform/api/api.ts';
import { loginKeys } from '../../../web/src/platform/api/login-keys.ts';
import { cutStreams, expectAsNew, openTab, useServer } from './live-tab.ts';

const server = useServer();

test('whatever people do, and however often the connection is cut, a tab that only listens shows what a new one would', {
  timeout: 600_000,
}, async () => {
  const access = await server().tokenFor(server().cast.ana);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 0, max: 9 })), { minLength: 15, maxLength: 40 }),
      async (steps) => {
        const scene = await setScene(server());
        const shown = (isInChat: boolean) => () => [
          { queryKey: loginKeys.me, queryFn: () => api.getMe() },
          conversationsQuery(false),
          conversationsQuery(true),
          unreadConversationsQuery(),
          ...(isInChat ? [conversationChat.query(scene.chats[0]!)] : []),
          friendPageQuery('', 1),
          friendRequestsQuery(),
          sentFriendRequestsQuery(),
          notificationsQuery(),
          unreadCountQuery(),
        ];
        const tab = await openTab(access, shown(true));
        try {
          for (let at = 0; at < steps.length; at += 2) {
            await Promise.all(steps.slice(at, at + 2).map(([one]) => take(one, scene)));
            if (steps[at]![1] === 0) cutStreams();
          }
          // A chat that the tab's owner can't open any more has nothing to compare.
          const { status } = await scene.clients.ana.getConversation({ params: { id: scene.chats[0]! } });
          await expectAsNew(tab, shown(status === 200));
        } finally {
          tab.close();
        }
      },
    ),
    { ...runs(4), endOnFailure: true },
  );
});
