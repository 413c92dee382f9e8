import type { Person } from '@spotter/contract/users.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { CallOptions } from '#platform/api/client.ts';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { SessionDetail, SessionItem } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { patchSession, putSession } from './session-cache.ts';
import type { Patch } from './session-patches.ts';

export type Tools = { queryClient: QueryClient; reader: Person };

/** What one tap does to a session: shown at once, sent once, taken back when the server says no. */
export type Plan<V extends { session: SessionItem }, A> = {
  name: string;
  send(variables: V, options: Required<Pick<CallOptions, 'idempotencyKey'>>): Promise<A>;
  patch?(variables: V, tools: Tools): Patch;
  /** What else shows at once. Answers what takes it back. */
  alongside?(variables: V, tools: Tools): () => void;
  /** What cannot be done twice at once, where it is less than the whole session. */
  subject?(variables: V): string;
  /** What to say where the server gives no reason. */
  failed: string;
  done?(answer: A, variables: V, tools: Tools): void;
  /** Says true when it has said what happened itself. */
  refused?(error: ApiError, variables: V, tools: Tools): boolean;
};

/** The second half of a double tap must not press the button that takes the first one's place. */
const DOUBLE_TAP_MS = 400;
const lastTap = new Map<string, number>();
const underWay = new Map<string, { name: string; end: Promise<void> }>();

/** Until what was tapped about a session has arrived: what follows from it is refused before. */
export const arrivedOf = (sessionId: string) =>
  Promise.all([...underWay].map(([subject, { end }]) => (subject.startsWith(`${sessionId}/`) ? end : null)));

/** Keys of requests whose answer was lost: the same thing done again is the same request. */
const lost = new Map<string, string>();

export function useTools(): Tools {
  const queryClient = useQueryClient();
  const { id, first_name, last_name, avatar_url, avatar_color, fitness_level } = useUser();
  return useMemo(
    () => ({ queryClient, reader: { id, first_name, last_name, avatar_url, avatar_color, fitness_level } }),
    [queryClient, id, first_name, last_name, avatar_url, avatar_color, fitness_level],
  );
}

/**
 * Answers what the server answered, or null when nothing was sent or the server said no, which a toast has told. The same
 * again while it is under way is the same; something else done to the session meanwhile shows at once and is sent next.
 */
export async function carryOut<V extends { session: SessionItem }, A>(
  tools: Tools,
  plan: Plan<V, A>,
  variables: V,
  /** Asked for in a toast: not the second half of a tap on a button. */
  fromToast = false,
): Promise<A | null> {
  const subject = `${variables.session.id}/${plan.subject?.(variables) ?? ''}`;
  const now = Date.now();
  if (!fromToast && now - (lastTap.get(subject) ?? 0) < DOUBLE_TAP_MS) return null;
  const before = underWay.get(subject);
  if (before?.name === plan.name) return null;
  // After a press elsewhere, the next one on the button is meant.
  if (fromToast) lastTap.delete(subject);
  else lastTap.set(subject, now);

  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const mine = { name: plan.name, end };
  underWay.set(subject, mine);
  try {
    if (before) {
      show(tools, plan, variables);
      await before.end;
    }
    return await send(tools, plan, variables);
  } finally {
    finish();
    if (underWay.get(subject) === mine) underWay.delete(subject);
  }
}

/** Shows what comes of it. Answers what takes that back. */
function show<V extends { session: SessionItem }, A>(tools: Tools, plan: Plan<V, A>, variables: V): () => void {
  const { queryClient } = tools;
  // An answer that was asked for before the tap would undo what the tap shows.
  void queryClient.cancelQueries({
    queryKey: sessionKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  });
  const takeBack = plan.patch && patchSession(queryClient, variables.session.id, plan.patch(variables, tools));
  const takeBackElse = plan.alongside?.(variables, tools);
  return () => {
    takeBack?.();
    takeBackElse?.();
  };
}

async function send<V extends { session: SessionItem }, A>(
  tools: Tools,
  plan: Plan<V, A>,
  variables: V,
): Promise<A | null> {
  const takeBack = show(tools, plan, variables);
  const { session, ...rest } = variables;
  const what = `${plan.name} ${session.id} ${JSON.stringify(rest)}`;
  const idempotencyKey = lost.get(what) ?? crypto.randomUUID();
  lost.delete(what);
  try {
    const answer = await plan.send(variables, { idempotencyKey });
    plan.done?.(answer, variables, tools);
    return answer;
  } catch (error) {
    takeBack();
    if (error instanceof ApiError && error.isTemporary) lost.set(what, idempotencyKey);
    const isTold = error instanceof ApiError && plan.refused?.(error, variables, tools) === true;
    if (!isTold) sayWhy(error, plan.failed, () => void carryOut(tools, plan, variables, true));
    return null;
  } finally {
    void tools.queryClient.invalidateQueries({ queryKey: sessionKeys.all });
  }
}

/** Without an answer nothing is known to be wrong: the same tap may be tried again from where the toast stands. */
function sayWhy(error: unknown, failed: string, again: () => void) {
  const isTemporary = error instanceof ApiError && error.isTemporary;
  toasts.error(errorText(error, failed), {
    id: failed,
    ...(isTemporary ? { action: { label: 'Try again', onSelect: again } } : {}),
  });
}

/** For plans whose answer is the session as it now stands. */
export const settle = (answer: SessionDetail, _variables: unknown, { queryClient }: Tools) =>
  putSession(queryClient, answer);
