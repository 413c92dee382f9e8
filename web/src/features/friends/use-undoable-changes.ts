import { useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold } from '#platform/undo/held-changes.ts';
import { type Friend, type FriendRequest, friendKeys } from './friends.queries.ts';

/** What the change was to end has ended already, on another device or by the other member. */
const isOver = (error: unknown) => error instanceof ApiError && error.code === 'friendship_not_found';

/** Sent even if the page closes before the time to undo is over. */
const keepalive = true;

/** Answers and removals that show at once and can be undone for a while. */
export function useUndoableChanges() {
  const queryClient = useQueryClient();
  const sending = (call: () => Promise<unknown>, failure: string) => async () => {
    try {
      await call();
    } catch (error) {
      if (!isOver(error)) toasts.error(errorText(error, failure));
    }
    await queryClient.invalidateQueries({ queryKey: friendKeys.all });
  };
  const answerFailed = "Couldn't send your answer. Try again.";

  return {
    acceptFriendRequest: ({ id, sender }: FriendRequest) =>
      hold({
        id,
        list: 'friend-requests',
        title: `You and ${sender.first_name} are now friends`,
        send: sending(() => api.acceptFriendRequest({ params: { id }, body: {} }, { keepalive }), answerFailed),
      }),
    declineFriendRequest: ({ id, sender }: FriendRequest) =>
      hold({
        id,
        list: 'friend-requests',
        title: `Declined ${sender.first_name}'s request`,
        send: sending(() => api.declineFriendRequest({ params: { id }, body: {} }, { keepalive }), answerFailed),
      }),
    withdrawFriendRequest: ({ id, receiver }: FriendRequest) =>
      hold({
        id,
        list: 'sent-friend-requests',
        title: `Withdrew your request to ${receiver.first_name}`,
        send: sending(
          () => api.removeFriend({ params: { id } }, { keepalive }),
          "Couldn't withdraw the request. Try again.",
        ),
      }),
    removeFriend: ({ id, friend }: Friend) =>
      hold({
        id,
        list: 'friends',
        title: `Removed ${nameOf(friend)} from your friends`,
        send: sending(
          () => api.removeFriend({ params: { id } }, { keepalive }),
          `Couldn't remove ${friend.first_name}. Try again.`,
        ),
      }),
  };
}
