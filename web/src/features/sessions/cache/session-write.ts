import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/api/api-error.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import type { Ending, Write, WriteContext } from '#platform/outbox/write.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import type { SessionDetail, SessionItem } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { patchSession, putSession } from './session.cache.ts';
import type { Patch } from './session-patches.ts';
import { sessionScope } from './writes-answered.ts';

/** The target of a write to a session that may repeat. */
export type Scope = 'this' | 'following' | 'all';
export type Target = { session: SessionItem };
export type Scoped = Target & { scope?: Scope };

/** A tap that changes a session. */
type Definition<V extends Target, A> = Pick<Write<V, A>, 'name' | 'words' | 'send' | 'failureText'> & {
  patch?(variables: V, context: WriteContext): Patch;
  /** Changes other queries that show the session. Returns a function that reverts it. */
  patchOther?(variables: V, context: WriteContext): () => void;
  /** The control that is tapped, if the session has several of them. */
  control?(variables: V): string;
  onSent?(answer: A, variables: V, context: WriteContext): void;
  /** True if it has already informed the reader. */
  onRefused?(error: ApiError, variables: V, context: WriteContext, ending: Ending): boolean;
};

export type SessionWrite<V extends Target, A> = Write<V, A> & { control(variables: V): string };

/** Shown at once, sent in order with the session's other writes, reverted when the server refuses or it has to wait. */
export function sessionWrite<V extends Target, A>(definition: Definition<V, A>): SessionWrite<V, A> {
  const { patch, patchOther, control = () => 'session', onSent, onRefused, ...rest } = definition;
  return {
    ...rest,
    scope: ({ session }) => sessionScope(session.id),
    // Others may take the last spot, or the host may cancel.
    isUncertain: true,
    control,
    show(variables, context) {
      const { queryClient } = context;
      // An answer requested before the tap would undo what the tap shows.
      void queryClient.cancelQueries({
        queryKey: sessionKeys.all,
        predicate: ({ state }) => state.data !== undefined,
      });
      const revert = patch && patchSession(queryClient, variables.session.id, patch(variables, context));
      const revertOther = patchOther?.(variables, context);
      return () => {
        revert?.();
        revertOther?.();
      };
    },
    ...(onSent && { onSent: (answer, variables, context) => onSent(answer, variables, context) }),
    onRefused: (error, variables, context, ending) =>
      error instanceof ApiError && onRefused?.(error, variables, context, ending) === true,
    onSettled: (_variables, { queryClient }) => void queryClient.invalidateQueries({ queryKey: sessionKeys.all }),
  };
}

type Tap = { at: number; fromToast: boolean };
const lastTaps = new WeakMap<QueryClient, Map<string, Tap>>();

/**
 * Resolves to the server's answer; to null when the write waits, nothing was sent, or the server refused, which a toast
 * reports. A repeat of a running or waiting write is ignored; a different one shows at once and is sent next.
 */
export async function runWrite<V extends Target, A>(
  context: WriteContext,
  write: SessionWrite<V, A>,
  variables: V,
  /** Triggered from a toast, so it isn't the second half of a double tap. */
  fromToast = false,
): Promise<A | null> {
  const scope = write.scope(variables);
  const control = write.control(variables);
  const isPending = outbox
    .read()
    .some((one) => one.scope === scope && one.name === write.name && write.control(one.input as V) === control);
  if (isPending || isDoubleTap(context.queryClient, `${scope} ${control}`, fromToast)) return null;
  const outcome = await outbox.write(write, variables, context);
  return typeof outcome === 'object' && 'answer' in outcome ? outcome.answer : null;
}

/** After a press on a toast, the next press on the button is intended. */
function isDoubleTap(queryClient: QueryClient, key: string, fromToast: boolean): boolean {
  const taps = lastTaps.get(queryClient) ?? new Map<string, Tap>();
  lastTaps.set(queryClient, taps);
  const last = taps.get(key);
  if (last && !fromToast && !last.fromToast && performance.now() - last.at < DOUBLE_TAP_MS) return true;
  taps.set(key, { at: performance.now(), fromToast });
  return false;
}

/** For writes that return the updated session. */
export const putAnswer = (answer: SessionDetail, _variables: unknown, { queryClient }: WriteContext) =>
  putSession(queryClient, answer);
