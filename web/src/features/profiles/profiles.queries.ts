import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { outbox } from '#platform/outbox/the-outbox.ts';
import { useWrite, useWriteContext } from '#platform/outbox/use-outbox.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
  removeFriend,
  sendFriendRequest,
  useChangingFriendships,
} from '#platform/people/friend-writes.ts';
import { hold } from '#platform/undo/held-changes.ts';

export type Profile = Answer<'getUser'>;
type HeldList = 'friends' | 'friend-requests' | 'sent-friend-requests';

export const profileKeys = {
  /** What other features know of people is under this key too. */
  all: ['people'] as const,
  one: (id: string) => ['people', 'profile', id] as const,
};

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: ({ signal }) => api.getUser({ params: { id } }, { signal }),
    staleTime: 0,
    meta: { kept: true },
  });

export const useAddFriend = () => useWrite(sendFriendRequest);

/** The profile says what is between the two, and so do the lists of friends. */
const readAnew = (queryClient: QueryClient) =>
  Promise.all([profileKeys.all, ['friends']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Answers and removals show at once and can be undone for a while, like everywhere else. */
export function useFriendshipChanges({ friendship_id, first_name: firstName, last_name }: Profile) {
  const context = useWriteContext();
  const id = friendship_id ?? '';
  const changing = (list: HeldList, title: string, write: typeof removeFriend) => () =>
    hold({
      id,
      list,
      title,
      send: async () => {
        await outbox.write(write, { id, firstName }, context);
        await readAnew(context.queryClient);
      },
    });
  return {
    accept: changing('friend-requests', `You and ${firstName} are now friends`, acceptFriendRequest),
    decline: changing('friend-requests', `Declined ${firstName}'s request`, declineFriendRequest),
    withdraw: changing('sent-friend-requests', `Withdrew your request to ${firstName}`, removeFriend),
    remove: changing('friends', `Removed ${`${firstName} ${last_name}`.trim()} from your friends`, removeFriend),
  };
}

/** A profile as the reader left it: a friend who was just removed is none. */
export function useShownProfile(profile: Profile | undefined): Profile | undefined {
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
