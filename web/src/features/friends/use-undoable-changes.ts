import type { Answer } from '#platform/api/client.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import { nameOf } from '#platform/people/face.ts';
import { hold } from '#platform/undo/held-changes.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
  type FriendshipList,
  removeFriend,
  useChangingFriendships,
} from './friends.mutations.ts';
import type { Person } from './friends.queries.ts';

type Named = Pick<Person, 'first_name' | 'last_name'>;

/** Answers and removals that show at once and can be undone for a while. `id` is the friendship's. */
export function useUndoableChanges() {
  const context = useWriteContext();
  const change =
    (list: FriendshipList, write: typeof removeFriend, title: (person: Named) => string) =>
    (id: string, person: Named) =>
      hold({
        id,
        list,
        title: title(person),
        send: () => outbox.write(write, { id, firstName: person.first_name }, context),
        // The profile says what is between the two, and so do the lists of friends. The write has them read already.
        readAnew: () =>
          Promise.all(
            [['people'], ['friends']].map((queryKey) =>
              context.queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
            ),
          ),
      });
  return {
    accept: change('friend-requests', acceptFriendRequest, (one) => `You and ${one.first_name} are now friends`),
    decline: change('friend-requests', declineFriendRequest, (one) => `Declined ${one.first_name}'s request`),
    withdraw: change('sent-friend-requests', removeFriend, (one) => `Withdrew your request to ${one.first_name}`),
    remove: change('friends', removeFriend, (one) => `Removed ${nameOf(one)} from your friends`),
  };
}

type Profile = Pick<Answer<'getUser'>, 'friendship' | 'friendship_id'>;

/** A profile as the reader left it: a friend who was just removed is none. */
export function useShownProfile<P extends Profile>(profile: P | undefined): P | undefined {
  const removed = useChangingFriendships('friends');
  return profile && removed.has(profile.friendship_id ?? '') ? { ...profile, friendship: 'none' } : profile;
}

/** Whether an answer or a removal can still be undone; until then there is no next step. */
export function useIsChanging({ friendship_id }: Profile): boolean {
  const lists = [
    useChangingFriendships('friends'),
    useChangingFriendships('friend-requests'),
    useChangingFriendships('sent-friend-requests'),
  ];
  return lists.some((ids) => ids.has(friendship_id ?? ''));
}
