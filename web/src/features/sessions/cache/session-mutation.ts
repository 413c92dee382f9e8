import type { Person } from '@spotter/contract/users/users.ts';
import { type Mutation, MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { CallOptions } from '#platform/api/client.ts';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
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
  /** The control that is tapped, if the session has several of them. */
  control?(variables: V): string;
  /** Shown when the server gives no reason. */
  failureText: string;
  onSuccess?(answer: A, variables: V, context: MutationContext): void;
  /** True if it has already informed the reader. */
  onRefused?(error: ApiError, variables: V, context: MutationContext): boolean;
};

/** As long as the server keeps the key of a request. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

export function useMutationContext(): MutationContext {
  const queryClient = useQueryClient();
  const { id, first_name, last_name, avatar_url, avatar_color, fitness_level } = useUser();
  return useMemo(
    () => ({ queryClient, reader: { id, first_name, last_name, avatar_url, avatar_color, fitness_level } }),
    [queryClient, id, first_name, last_name, avatar_url, avatar_color, fitness_level],
  );
}

/** What TanStack's mutation cache remembers of a tap. */
type Tap = { request: string; name: string; fromToast: boolean; idempotencyKey: string };
type TapMutation = Mutation<unknown, Error, Tap>;

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
  const { queryClient } = context;
  const { session, ...rest } = variables;
  const mutationKey = [...sessionKeys.mutationsOf(session.id), mutation.control?.(variables) ?? 'session'];
  const last = queryClient.getMutationCache().findAll({ mutationKey }).at(-1) as TapMutation | undefined;
  if (last && isRepeat(last, mutation.name, fromToast)) return null;

  const { name } = mutation;
  const request = `${name} ${JSON.stringify(rest)}`;
  const idempotencyKey = (last && keyOfLost(last, request)) ?? crypto.randomUUID();
  const isQueued = queryClient.isMutating({ mutationKey: sessionKeys.mutationsOf(session.id) }) > 0;
  let revert = () => {};
  // An observer for each tap instead of a hook's: the scope is the tapped session, and Undo outlives the button.
  const observer = new MutationObserver<A, Error, Tap>(queryClient, {
    mutationKey,
    scope: { id: session.id },
    gcTime: REMEMBERED_MS,
    onMutate: () => {
      revert = show(context, mutation, variables);
    },
    mutationFn: () => {
      // The answer to the mutation before this one is shown by now.
      if (isQueued) revert = show(context, mutation, variables);
      return mutation.send(variables, { idempotencyKey });
    },
    onSuccess: (answer) => mutation.onSuccess?.(answer, variables, context),
    onError: (error) => {
      revert();
      const isHandled = error instanceof ApiError && mutation.onRefused?.(error, variables, context) === true;
      if (!isHandled)
        showFailure(error, mutation.failureText, () => void runMutation(context, mutation, variables, true));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sessionKeys.all }),
  });
  try {
    return await observer.mutate({ request, name, fromToast, idempotencyKey });
  } catch {
    return null;
  } finally {
    observer.reset();
  }
}

/** After a press on a toast, the next press on the button is intended. */
function isRepeat({ state: { status, variables, submittedAt } }: TapMutation, name: string, fromToast: boolean) {
  if (status === 'pending' && variables?.name === name) return true;
  return !fromToast && !variables?.fromToast && Date.now() - submittedAt < DOUBLE_TAP_MS;
}

/** Repeating an action whose answer was lost repeats its request. */
function keyOfLost({ state: { error, variables } }: TapMutation, request: string): string | undefined {
  const isLost = error instanceof ApiError && error.isTemporary;
  return isLost && variables?.request === request ? variables.idempotencyKey : undefined;
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
