import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { outbox } from '#platform/outbox/tab-outbox.ts';

const SCOPE = 'session:';

/** Writes to one session go out in order, its messages among them. */
export const sessionScope = (id: string) => SCOPE + id;

/** Resolves once the server has answered the writes to a session, or to all. Messages change nothing of it. */
export const writesAnswered = (id?: string): Promise<void> =>
  outbox.answered(
    ({ scope, name }) =>
      name !== 'sendSessionMessage' && (id === undefined ? scope.startsWith(SCOPE) : scope === sessionScope(id)),
  );

/**
 * A read that starts before the server has decided may still answer what was, and undo what a tap shows. So it waits,
 * unless nothing is shown yet.
 */
export async function settledBefore(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queryClient.getQueryData(queryKey) !== undefined) await writesAnswered();
}
