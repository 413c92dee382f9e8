import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';

export type Profile = Answer<'getUser'>;
type Named = { id: string; first_name: string };

export const peopleKeys = {
  all: ['people'] as const,
  profile: (id: string) => ['people', 'profile', id] as const,
  blocked: ['people', 'blocked'] as const,
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
export const useAcceptFriend = () =>
  useChange(
    (requestId: string) => api.acceptFriendRequest({ params: { id: requestId }, body: {} }),
    "Couldn't accept the request. Try again.",
  );
/** Withdraws a request. */
export const useEndFriendship = () =>
  useChange((id: string) => api.removeFriend({ params: { id } }), "Couldn't save this. Try again.");

/** Shows at once and can be undone for a while, like everywhere else. The other member isn't told. */
export function useRemoveFriend() {
  const queryClient = useQueryClient();
  return ({ friendship_id, first_name, last_name }: Profile) =>
    hold({
      id: friendship_id ?? '',
      list: 'friends',
      title: `Removed ${`${first_name} ${last_name}`.trim()} from your friends`,
      send: async () => {
        try {
          await api.removeFriend({ params: { id: friendship_id ?? '' } }, { keepalive: true });
        } catch (error) {
          const isOver = error instanceof ApiError && error.code === 'friendship_not_found';
          if (!isOver) toasts.error(errorText(error, `Couldn't remove ${first_name}. Try again.`));
        }
        await Promise.all([peopleKeys.all, ['friends']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      },
    });
}

/** A profile as the reader left it: a friend who was just removed is none. */
export function useShownProfile(profile: Profile | undefined): Profile | undefined {
  const removed = useHeldIds('friends');
  return profile && removed.has(profile.friendship_id ?? '') ? { ...profile, friendship: 'none' } : profile;
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
