import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#platform/api/api.ts';

const SHOWN_MS = 5_000;
const SENT_EVERY_MS = 3_000;

/** Until when each member shows as writing. In the query cache, so that it ends with the sign-in. */
type Typing = Readonly<Record<string, number>>;
const typingKey = (conversationId: string) => ['typing', conversationId] as const;

/** Somebody is writing; it shows until they send, or for five seconds. */
export function startTyping(queryClient: QueryClient, conversationId: string, userId: string): void {
  const until = performance.now() + SHOWN_MS;
  queryClient.setQueryData<Typing>(typingKey(conversationId), (typing) => ({ ...typing, [userId]: until }));
  setTimeout(() => stopTyping(queryClient, conversationId, userId, until), SHOWN_MS);
}

/** `until`: leaves alone what they have typed since. */
export function stopTyping(queryClient: QueryClient, conversationId: string, userId: string, until?: number): void {
  queryClient.setQueryData<Typing>(typingKey(conversationId), (typing) => {
    const { [userId]: known, ...others } = typing ?? {};
    return known === undefined || (until && known > until) ? undefined : others;
  });
}

const nobody: readonly string[] = [];
const idsOf = (typing: Typing): readonly string[] => Object.keys(typing);

/** Who is writing in a conversation right now. */
export const useTyping = (conversationId: string): readonly string[] =>
  useQuery({
    queryKey: typingKey(conversationId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    select: idsOf,
  }).data ?? nobody;

/** Tells the others, at most every three seconds. Nothing is lost when a call fails. */
export function useSendTyping(conversationId: string): () => void {
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - sentAt.current < SENT_EVERY_MS) return;
    sentAt.current = now;
    api.sendTyping({ params: { id: conversationId } }).catch(() => {});
  };
}
