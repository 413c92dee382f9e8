import { useMemo } from 'react';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import type { WriteContext } from '#platform/outbox/write.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { runWrite, type SessionWrite, type Target } from './session-write.ts';

/** A stable function per reader. Its promise resolves to the server's answer, or to null without one. */
export function useSessionWrite<V extends Target, A>(write: SessionWrite<V, A>) {
  const context = useWriteContext();
  return useMemo(() => (variables: V) => runWrite(context, write, variables), [context, write]);
}

type Send<B, A> = (body: B, options: { idempotencyKey: string }) => Promise<A>;

/** For forms, with useSubmit: errors are thrown, so the form can show them at their fields. */
export function useSessionCall<B, A>(make: (context: WriteContext) => Send<B, A>): Send<B, A> {
  const context = useWriteContext();
  return async (body, options) => {
    const answer = await make(context)(body, options);
    void context.queryClient.invalidateQueries({ queryKey: sessionKeys.all });
    return answer;
  };
}
