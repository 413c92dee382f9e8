import type { Person } from '@spotter/contract/users/users.ts';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { useEntries } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { useHeldIds } from '#platform/undo/held-changes.ts';
import { dropAsked, keepAsked } from './asked-people.ts';

/** An answer to a request, or the end of a friendship. `id` is the friendship's. */
type Friendship = { id: string; firstName: string };

const SCOPE = 'friendship:';

const friendshipWrite = (
  definition: Pick<Write<Friendship, unknown>, 'name' | 'words' | 'send' | 'failureText' | 'onSent' | 'onRefused'>,
): Write<Friendship, unknown> => ({
  scope: ({ id }) => SCOPE + id,
  // What it was to end has ended already, on another device or by the other member.
  onRefused: (error) => error instanceof ApiError && error.code === 'friendship_not_found',
  ...definition,
  onSettled: (_input, { queryClient }) => {
    for (const queryKey of [['people'], ['friends']]) void queryClient.invalidateQueries({ queryKey });
  },
});

const answerFailed = "Couldn't send your answer. Try again.";

export const acceptFriendRequest = friendshipWrite({
  name: 'acceptFriendRequest',
  words: ({ firstName }) => `Accept ${firstName}'s friend request`,
  send: ({ id }, options) => api.acceptFriendRequest({ params: { id }, body: {} }, options),
  // A request that was withdrawn made no friend.
  onRefused: () => false,
  failureText: answerFailed,
});

export const declineFriendRequest = friendshipWrite({
  name: 'declineFriendRequest',
  words: ({ firstName }) => `Decline ${firstName}'s friend request`,
  send: ({ id }, options) => api.declineFriendRequest({ params: { id }, body: {} }, options),
  failureText: answerFailed,
});

/** Ends a friendship or withdraws a request. */
export const removeFriend = friendshipWrite({
  name: 'removeFriend',
  words: ({ firstName }) => `End your friendship or request with ${firstName}`,
  send: ({ id }, options) => api.removeFriend({ params: { id } }, options),
  failureText: "Couldn't save it. Try again.",
  onSent: (_answer, { id }, { queryClient }) => void dropAsked(queryClient, (_person, request) => request === id),
});

type Asked = Pick<Person, 'id' | 'first_name'>;
type FriendRequest = Awaited<ReturnType<typeof api.sendFriendRequest>>;

/** Sends a friend request, or accepts the one the other member sent. */
export const sendFriendRequest: Write<Asked, FriendRequest> = {
  name: 'sendFriendRequest',
  scope: ({ id }) => `person:${id}`,
  words: ({ first_name }) => `Add ${first_name} as a friend`,
  send: ({ id }, options) => api.sendFriendRequest({ body: { receiver_id: id } }, options),
  show({ id }, { queryClient }) {
    keepAsked(queryClient, id, '');
    return () => void dropAsked(queryClient, (person) => person === id);
  },
  failureText: "Couldn't send the friend request. Try again.",
  onSent(request, { id }, { queryClient }) {
    keepAsked(queryClient, id, request.id);
    if (request.status === 'accepted') void queryClient.invalidateQueries({ queryKey: ['friends'] });
  },
  // Already sent from another device, so the result is the same.
  onRefused: (error) => error instanceof ApiError && /^(friend_request_exists|already_friends)$/.test(error.code),
  // Suggestions stay, so that a row doesn't vanish under the thumb that asked.
  onSettled: (_input, { queryClient }) => {
    for (const queryKey of [['people'], ['friends', 'requests'], ['friends', 'search']])
      void queryClient.invalidateQueries({ queryKey });
  },
};

export type FriendshipList = 'friends' | 'friend-requests' | 'sent-friend-requests';

/** Friendships whose change can still be undone, or waits for the server. Their rows are hidden. */
export function useChangingFriendships(list: FriendshipList) {
  const unanswered = useEntries().flatMap(({ scope }) => (scope.startsWith(SCOPE) ? scope.slice(SCOPE.length) : []));
  return new Set([...useHeldIds(list), ...unanswered]);
}
