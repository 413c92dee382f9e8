import { outbox } from '#platform/outbox/the-outbox.ts';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import { nameOf } from '#platform/people/face.ts';
import { acceptFriendRequest, declineFriendRequest, removeFriend } from '#platform/people/friend-writes.ts';
import { hold } from '#platform/undo/held-changes.ts';
import { type Friend, type FriendRequest, friendKeys } from './friends.queries.ts';

/** Answers and removals that show at once and can be undone for a while. */
export function useUndoableChanges() {
  const context = useWriteContext();
  const sending = (write: typeof removeFriend, id: string, firstName: string) => async () => {
    await outbox.write(write, { id, firstName }, context);
    await context.queryClient.invalidateQueries({ queryKey: friendKeys.all });
  };
  return {
    acceptFriendRequest: ({ id, sender }: FriendRequest) =>
      hold({
        id,
        list: 'friend-requests',
        title: `You and ${sender.first_name} are now friends`,
        send: sending(acceptFriendRequest, id, sender.first_name),
      }),
    declineFriendRequest: ({ id, sender }: FriendRequest) =>
      hold({
        id,
        list: 'friend-requests',
        title: `Declined ${sender.first_name}'s request`,
        send: sending(declineFriendRequest, id, sender.first_name),
      }),
    withdrawFriendRequest: ({ id, receiver }: FriendRequest) =>
      hold({
        id,
        list: 'sent-friend-requests',
        title: `Withdrew your request to ${receiver.first_name}`,
        send: sending(removeFriend, id, receiver.first_name),
      }),
    removeFriend: ({ id, friend }: Friend) =>
      hold({
        id,
        list: 'friends',
        title: `Removed ${nameOf(friend)} from your friends`,
        send: sending(removeFriend, id, friend.first_name),
      }),
  };
}
