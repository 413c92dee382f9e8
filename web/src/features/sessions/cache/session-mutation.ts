import type { Person } from '@spotter/contract/users/users.ts';
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

export type MutationContext = { queryClient: QueryClient; reader: Person };

/** A tap that changes a session: shown at once, sent once, reverted when the server refuses. */
export type SessionMutation<V extends { session: SessionItem }, A> = {
  name: string;
  send(variables: V, options: Required<Pick<CallOptions, 'idempotencyKey'>>): Promise<A>;
  patch?(variables: V, context: MutationContext): Patch;
  /** Changes other queries that show the session. Returns a function that reverts it. */
  patchOther?(variables: V, context: MutationContext): () => void;
  /** What can't be changed twice at once, if that is less than the whole session. */
  subject?(variables: V): string;
  /** Shown when the server gives no reason. */
  failureText: string;
  onSuccess?(answer: A, variables: V, context: MutationContext): void;
  /** True if it has already informed the reader. */
  onRefused?(error: ApiError, variables: V, context: MutationContext): boolean;
};

/** The second press of a double tap must not hit the button that replaces the first one. */
const DOUBLE_TAP_MS = 400;
const lastTap = new Map<string, number>();
const inFlight = new Map<string, { name: string; end: Promise<void> }>();

/** Resolves once every running mutation of a session has ended; until then the server refuses follow-ups. */
export const mutationsInFlight = (sessionId: string) =>
  Promise.all([...inFlight].map(([subject, { end }]) => (subject.startsWith(`${sessionId}/`) ? end : null)));

/** Keys of requests whose answer was lost: repeating the action repeats the request. */
const lostKeys = new Map<string, string>();

export function useMutationContext(): MutationContext {
  const queryClient = useQueryClient();
  const { id, first_name, last_name, avatar_url, avatar_color, fitness_level } = useUser();
  return useMemo(
    () => ({ queryClient, reader: { id, first_name, last_name, avatar_url, avatar_color, fitness_level } }),
    [queryClient, id, first_name, last_name, avatar_url, avatar_color, fitness_level],
  );
}

/**
 * Resolves to the server's answer, or to null when nothing was sent or the server refused, which a toast reports. A
 * repeat of a running mutation is ignored; a different one on the same session shows at once and is sent next.
 */
export async function runMutation<V extends { session: SessionItem }, A>(
  context: MutationContext,
  mutation: SessionMutation<V, A>,
  variables: V,
  /** Triggered from a toast, so it isn't the second half of a double tap. */
  fromToast = false,
): Promise<A | null> {
  const subject = `${variables.session.id}/${mutation.subject?.(variables) ?? ''}`;
  const now = Date.now();
  if (!fromToast && now - (lastTap.get(subject) ?? 0) < DOUBLE_TAP_MS) return null;
  const before = inFlight.get(subject);
  if (before?.name === mutation.name) return null;
  // After a press elsewhere, the next press on the button is intended.
  if (fromToast) lastTap.delete(subject);
  else lastTap.set(subject, now);

  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const own = { name: mutation.name, end };
  inFlight.set(subject, own);
  try {
    if (before) {
      show(context, mutation, variables);
      await before.end;
    }
    return await send(context, mutation, variables);
  } finally {
    finish();
    if (inFlight.get(subject) === own) inFlight.delete(subject);
  }
}

/** Shows the change before the server answers. Returns a function that reverts it. */
function show<V extends { session: SessionItem }, A>(
  context: MutationContext,
  mutation: SessionMutation<V, A>,
  variables: V,
): () => void {
  const { queryClient } = context;
  // An answer requested before the tap would undo what the tap shows.
  void queryClient.cancelQueries({
    queryKey: sessionKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  });
  const revert = mutation.patch && patchSession(queryClient, variables.session.id, mutation.patch(variables, context));
  const revertOther = mutation.patchOther?.(variables, context);
  return () => {
    revert?.();
    revertOther?.();
  };
}

/**
 * A read that starts before the server has decided may still answer what was, and undo what the tap shows. It is dropped;
 * everything is read again when the answer is there.
 */
function dropReadsMeanwhile(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    const { queryKey, state } = event.query;
    const isMorePages = event.action.meta?.fetchMore !== undefined;
    if (queryKey[0] === sessionKeys.all[0] && state.data !== undefined && !isMorePages)
      // At this moment there is nothing to cancel yet.
      queueMicrotask(() => void queryClient.cancelQueries({ queryKey, exact: true }));
  });
}

async function send<V extends { session: SessionItem }, A>(
  context: MutationContext,
  mutation: SessionMutation<V, A>,
  variables: V,
): Promise<A | null> {
  const revert = show(context, mutation, variables);
  const readAgain = dropReadsMeanwhile(context.queryClient);
  const { session, ...rest } = variables;
  const request = `${mutation.name} ${session.id} ${JSON.stringify(rest)}`;
  const idempotencyKey = lostKeys.get(request) ?? crypto.randomUUID();
  lostKeys.delete(request);
  try {
    const answer = await mutation.send(variables, { idempotencyKey });
    mutation.onSuccess?.(answer, variables, context);
    return answer;
  } catch (error) {
    revert();
    if (error instanceof ApiError && error.isTemporary) lostKeys.set(request, idempotencyKey);
    const isHandled = error instanceof ApiError && mutation.onRefused?.(error, variables, context) === true;
    if (!isHandled)
      showFailure(error, mutation.failureText, () => void runMutation(context, mutation, variables, true));
    return null;
  } finally {
    readAgain();
    void context.queryClient.invalidateQueries({ queryKey: sessionKeys.all });
  }
}

/** Without an answer nothing is known to be wrong, so the toast offers the same action again. */
function showFailure(error: unknown, failureText: string, again: () => void) {
  const isTemporary = error instanceof ApiError && error.isTemporary;
  toasts.error(errorText(error, failureText), {
    id: failureText,
    ...(isTemporary ? { action: { label: 'Try again', onSelect: again } } : {}),
  });
}

/** For mutations that return the updated session. */
export const putAnswer = (answer: SessionDetail, _variables: unknown, { queryClient }: MutationContext) =>
  putSession(queryClient, answer);
