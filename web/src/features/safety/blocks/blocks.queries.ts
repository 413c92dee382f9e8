import { infiniteQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

type Named = { id: string; first_name: string };

export const blockedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['people', 'blocked'] as const,
    queryFn: ({ pageParam, signal }) => api.listBlockedUsers({ query: { page: pageParam, page_size: 50 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next ? page + 1 : undefined),
    staleTime: 0,
  });

/** In order with what else is done to this person, such as a friend request. */
const blockChange = (
  definition: Pick<Write<Named, unknown>, 'name' | 'words' | 'send' | 'failureText' | 'onSent'>,
): Write<Named, unknown> => ({
  ...definition,
  scope: ({ id }) => `person:${id}`,
  onSettled: (_person, { queryClient }) => {
    for (const queryKey of [['people'], ['friends']]) void queryClient.invalidateQueries({ queryKey });
  },
});

export const unblockUser = blockChange({
  name: 'unblockUser',
  words: ({ first_name }) => `Unblock ${first_name}`,
  send: ({ id }, options) => api.unblockUser({ params: { id } }, options),
  failureText: "Couldn't unblock. Try again.",
  onSent: (_answer, { first_name }) => void toasts.success(`${first_name} is unblocked`),
});

/** Blocking can be undone from its toast; the friendship it ended stays ended. */
export const blockUser = blockChange({
  name: 'blockUser',
  words: ({ first_name }) => `Block ${first_name}`,
  send: ({ id }, options) => api.blockUser({ params: { id } }, options),
  failureText: "Couldn't block. Try again.",
  onSent: (_answer, person, context) =>
    void toasts.longSuccess(`${person.first_name} is blocked`, {
      action: { label: 'Undo', onSelect: () => void outbox.write(unblockUser, nameOf(person), context) },
    }),
});

/** What the device has to store of a person. */
const nameOf = ({ id, first_name }: Named): Named => ({ id, first_name });

/** Resolves to false if the server refused; a change that waits counts as made. */
function useChange(change: Write<Named, unknown>) {
  const write = useWrite(change);
  const [isSending, setIsSending] = useState(false);
  return {
    isSending,
    async send(person: Named): Promise<boolean> {
      setIsSending(true);
      const outcome = await write(nameOf(person));
      setIsSending(false);
      return outcome === 'waiting' || 'answer' in outcome;
    },
  };
}

export const useUnblock = () => useChange(unblockUser);
export const useBlock = () => useChange(blockUser);
