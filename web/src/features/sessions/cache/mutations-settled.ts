import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionKeys } from '../sessions.keys.ts';

/** Resolves once the server has answered all mutations under a key. */
export function mutationsSettled(queryClient: QueryClient, mutationKey: QueryKey): Promise<void> {
  const isSettled = () => queryClient.isMutating({ mutationKey }) === 0;
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getMutationCache().subscribe(() => {
      if (!isSettled()) return;
      unsubscribe();
      resolve();
    });
  });
}

/**
 * A read that starts before the server has decided may still answer what was, and undo what a tap shows. So it waits,
 * unless nothing is shown yet.
 */
export async function settledBefore(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queryClient.getQueryData(queryKey) !== undefined) await mutationsSettled(queryClient, sessionKeys.mutations);
}
