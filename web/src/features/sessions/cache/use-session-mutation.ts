import { useMemo } from 'react';
import type { SessionItem } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { type MutationContext, runMutation, type SessionMutation, useMutationContext } from './session-mutation.ts';

/** The target of a mutation on a session that may repeat. */
export type Scope = 'this' | 'following' | 'all';
export type Target = { session: SessionItem };
export type Scoped = Target & { scope?: Scope };

/** A stable function per reader. Its promise resolves to the server's answer, or to null on a refusal. */
export function useSessionMutation<V extends Target, A>(mutation: SessionMutation<V, A>) {
  const context = useMutationContext();
  return useMemo(() => (variables: V) => runMutation(context, mutation, variables), [context, mutation]);
}

type Send<B, A> = (body: B, options: { idempotencyKey: string }) => Promise<A>;

/** For forms, with useSubmit: errors are thrown, so the form can show them at their fields. */
export function useSessionCall<B, A>(make: (context: MutationContext) => Send<B, A>): Send<B, A> {
  const context = useMutationContext();
  return async (body, options) => {
    const answer = await make(context)(body, options);
    void context.queryClient.invalidateQueries({ queryKey: sessionKeys.all });
    return answer;
  };
}
