import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';

export type Profile = Answer<'getUser'>;
type Named = { id: string; first_name: string };
type HeldList = 'friends' | 'friend-requests' | 'sent-friend-requests';

/** Sent even if the page closes before the time to undo is over. */
const keepalive = true;

export const peopleKeys = {
  all: ['people'] as const,
  profile: (id: string) => ['people', 'profile', id] as const,
  blocked: ['people', 'blocked'] as const,
  met: (q: string) => ['people', 'met', q] as const,
  reportable: (id: string) => ['people', 'reportable', id] as const,
};

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: peopleKeys.profile(id),
    queryFn: ({ signal }) => api.getUser({ params: { id } }, { signal }),
    staleTime: 0,
  });

export const blockedQuery = () =>
  infiniteQueryOptions({
    queryKey: peopleKeys.blocked,
    queryFn: ({ pageParam, signal }) => api.listBlockedUsers({ query: { page: pageParam, page_size: 50 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    staleTime: 0,
  });

export const metPeopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: peopleKeys.met(q),
    queryFn: ({ pageParam, signal }) =>
      api.listMetPeople({ query: { page: pageParam, page_size: 50, ...(q && { q }) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    staleTime: 0,
  });

export const reportableQuery = (id: string) =>
  queryOptions({
    queryKey: peopleKeys.reportable(id),
    queryFn: ({ signal }) => api.listReportable({ params: { id } }, { signal }),
    staleTime: 0,
  });

/** Sends or takes back what is between the reader and a member, and reads the profile again either way. */
function useChange<V>(change: (value: V) => Promise<unknown>, failure: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toasts.error(errorText(error, failure)),
    onSettled: () =>
      Promise.all([peopleKeys.all, ['friends']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

export const useAddFriend = () =>
  useChange(
    (id: string) => api.sendFriendRequest({ body: { receiver_id: id } }),
    "Couldn't send the friend request. Try again.",
  );

/** Answers and removals show at once and can be undone for a while, like everywhere else. */
export function useFriendshipChanges({ friendship_id, first_name, last_name }: Profile) {
  const queryClient = useQueryClient();
  const id = friendship_id ?? '';
  const params = { id };
  const changing = (list: HeldList, title: string, call: () => Promise<unknown>, failure: string) => () =>
    hold({
      id,
      list,
      title,
      send: async () => {
        try {
          await call();
        } catch (error) {
          const isOver = error instanceof ApiError && error.code === 'friendship_not_found';
          if (!isOver) toasts.error(errorText(error, failure));
        }
        await Promise.all([peopleKeys.all, ['friends']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      },
    });
  const answerFailed = "Couldn't send your answer. Try again.";
  return {
    accept: changing(
      'friend-requests',
      `You and ${first_name} are now friends`,
      () => api.acceptFriendRequest({ params, body: {} }, { keepalive }),
      answerFailed,
    ),
    decline: changing(
      'friend-requests',
      `Declined ${first_name}'s request`,
      () => api.declineFriendRequest({ params, body: {} }, { keepalive }),
      answerFailed,
    ),
    withdraw: changing(
      'sent-friend-requests',
      `Withdrew your request to ${first_name}`,
      () => api.removeFriend({ params }, { keepalive }),
      "Couldn't withdraw the request. Try again.",
    ),
    remove: changing(
      'friends',
      `Removed ${`${first_name} ${last_name}`.trim()} from your friends`,
      () => api.removeFriend({ params }, { keepalive }),
      `Couldn't remove ${first_name}. Try again.`,
    ),
  };
}

/** A profile as the reader left it: a friend who was just removed is none. */
export function useShownProfile(profile: Profile | undefined): Profile | undefined {
  const removed = useHeldIds('friends');
  return profile && removed.has(profile.friendship_id ?? '') ? { ...profile, friendship: 'none' } : profile;
}

/** Whether an answer or a removal can still be undone; until then there is no next step. */
export function useIsChanging({ friendship_id }: Profile): boolean {
  const lists = [useHeldIds('friends'), useHeldIds('friend-requests'), useHeldIds('sent-friend-requests')];
  return lists.some((ids) => ids.has(friendship_id ?? ''));
}

export function useUnblock() {
  const unblock = useChange((id: string) => api.unblockUser({ params: { id } }), "Couldn't unblock. Try again.");
  return (person: Named) =>
    unblock.mutateAsync(person.id).then(() => toasts.success(`${person.first_name} is unblocked`));
}

/** Blocking can be undone from its toast; the friendship it ended stays ended. */
export function useBlock() {
  const block = useChange((id: string) => api.blockUser({ params: { id } }), "Couldn't block. Try again.");
  const unblock = useUnblock();
  return (person: Named) =>
    block.mutateAsync(person.id).then(() =>
      toasts.longSuccess(`${person.first_name} is blocked`, {
        // A toast has already told of a failure.
        action: { label: 'Undo', onSelect: () => void unblock(person).catch(() => {}) },
      }),
    );
}
