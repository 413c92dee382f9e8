import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import type { User } from '@spotter/contract/users/users.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import type { QueryClient } from '@tanstack/react-query';
import { conversationChat } from '#features/conversations/conversation-chat.ts';
import { conversationsIn, conversationsQuery } from '#features/conversations/conversations.queries.ts';
import { friendPageQuery, friendRequestsQuery } from '#features/friends/friends.queries.ts';
import { notificationsQuery } from '#features/notifications/notifications.queries.ts';
import { keptWeeks, weekQuery } from '#features/sessions/calendar/calendar.queries.ts';
import { sessionChat } from '#features/sessions/messages/session-chat.ts';
import { myTabQuery } from '#features/sessions/my-sessions.queries.ts';
import { mySessionsQuery, sessionQuery } from '#features/sessions/sessions.queries.ts';
import { openingHoursQuery } from '#features/sessions/times/opening-hours.ts';
import { myPreferencesQuery } from '#features/users/users.queries.ts';
import { readUserId } from '#platform/api/tokens.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { APP_VERSION } from '#platform/version.ts';

/** The newest chats and the next sessions with their chats are read in full; others as far as their lists know them. */
const IN_FULL = 3;

/** Names the build, member, gym and day for which everything was read. */
const doneFor = storedText(safeLocalStorage, 'read-ahead');

type Reader = Pick<User, 'id' | 'is_demo_user'>;
type Connection = { connection?: { saveData?: boolean } };

/** A member may want to spare their network. */
const savesData = () => (navigator as Connection).connection?.saveData === true;

/**
 * Reads what a member may want to see offline without having visited it: once a day, one call after the other, so that
 * it takes nothing from what they do meanwhile. Queries that are fresh make no call.
 */
export async function readAhead(queryClient: QueryClient, gym: Gym, reader: Reader): Promise<void> {
  // A demo ends within the hour, and what its visitor opens is counted.
  if (reader.is_demo_user) return;
  const userId = reader.id;
  const today = dayAt(Date.now(), gym.timezone);
  const name = [APP_VERSION, userId, gym.id, today].join();
  if (savesData() || doneFor.read() === name) return;
  const steps: (() => Promise<unknown>)[] = [
    ...keptWeeks(today).map((monday) => () => queryClient.fetchQuery(weekQuery(gym, monday))),
    () => queryClient.fetchQuery(openingHoursQuery(gym)),
    () => queryClient.fetchQuery(friendPageQuery('', 1)),
    () => queryClient.fetchInfiniteQuery(friendRequestsQuery()),
    () => queryClient.fetchInfiniteQuery(notificationsQuery()),
    () => queryClient.fetchQuery(myPreferencesQuery()),
    () => queryClient.fetchInfiniteQuery(myTabQuery('upcoming', userId)),
    async () => {
      const { results } = await queryClient.fetchQuery(mySessionsQuery());
      for (const { id } of results.slice(0, IN_FULL))
        steps.push(
          () => queryClient.fetchQuery(sessionQuery(queryClient, id)),
          () => queryClient.fetchQuery(sessionChat.query(id)),
        );
    },
    async () => {
      const chats = conversationsIn(await queryClient.fetchInfiniteQuery(conversationsQuery(false)));
      steps.push(
        ...chats.slice(0, IN_FULL).map(
          ({ id }) =>
            () =>
              queryClient.fetchQuery(conversationChat.query(id)),
        ),
      );
    },
  ];
  try {
    for (const step of steps) {
      if (readUserId() !== userId) return;
      await step();
    }
    doneFor.write(name);
  } catch {
    // The network is gone or the server is busy: the next visit tries again.
  }
}
