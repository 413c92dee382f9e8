import type { Person } from '@spotter/contract/users/users.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { loginKeys } from '#platform/api/login-keys.ts';
import { onOtherTab } from './device.ts';
import { outbox } from './tab-outbox.ts';
import type { Entry, Outcome, Write, WriteContext } from './write.ts';

/** The signed-in member, at the moment of a tap. */
function readerIn(queryClient: QueryClient): Person {
  const me = queryClient.getQueryData<Person>(loginKeys.me);
  const {
    id = '',
    first_name = '',
    last_name = '',
    avatar_url = null,
    avatar_color = '',
    fitness_level = null,
  } = me ?? {};
  return { id, first_name, last_name, avatar_url, avatar_color, fitness_level };
}

/** Stays the same while the app is open. */
export function useWriteContext(): WriteContext {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      queryClient,
      get reader() {
        return readerIn(queryClient);
      },
    }),
    [queryClient],
  );
}

/** A stable function per reader, for buttons. */
export function useWrite<Input, Answer>(write: Write<Input, Answer>): (input: Input) => Promise<Outcome<Answer>> {
  const context = useWriteContext();
  return useMemo(() => (input: Input) => outbox.write(write, input, context), [context, write]);
}

/** For forms: resolves to the answer, or to null when the write waits; throws a refusal, for the form to show. */
export function useSubmitWrite<Input, Answer>(write: Write<Input, Answer>): (input: Input) => Promise<Answer | null> {
  const context = useWriteContext();
  return async (input) => {
    const outcome = await outbox.write(write, input, context, { handlesRefusal: true });
    if (outcome === 'waiting') return null;
    if ('refused' in outcome) throw outcome.refused;
    return outcome.answer;
  };
}

export const useEntries = (): readonly Entry[] => useSyncExternalStore(outbox.subscribe, outbox.read);

/** The member's changes that wait for the network or the server. */
export const useWaiting = (): readonly Entry[] =>
  useEntries().filter(({ state, isQuiet }) => state === 'waiting' && !isQuiet);

/** Their answer may have been lost more than a day ago, so the member says whether they are sent again. */
export const useAsked = (): readonly Entry[] =>
  useSyncExternalStore(outbox.subscribe, outbox.readAll).filter(({ state }) => state === 'asked');

/** Active on every screen: sends what was written offline or in an earlier visit. */
export function useOutbox(userId: string | undefined): void {
  const context = useWriteContext();
  const start = useEffectEvent(() => outbox.start(context));
  const reads = useQueryClient().getQueryCache();
  useEffect(
    () =>
      reads.subscribe((event) => {
        const isAnswer = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
        if (isAnswer) outbox.showAgain(event.query.queryKey);
      }),
    [reads],
  );
  useEffect(() => {
    if (!userId) return;
    const send = () => void outbox.sendAll();
    void start();
    const stopHearing = onOtherTab(send);
    window.addEventListener('online', send);
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => {
      stopHearing();
      window.removeEventListener('online', send);
      navigator.serviceWorker?.removeEventListener('message', hear);
      outbox.stop();
    };
  }, [userId]);
}

/** The worker says that the network is back. */
function hear({ data }: MessageEvent) {
  if (data?.type === 'send-outbox') void outbox.sendAll();
}
