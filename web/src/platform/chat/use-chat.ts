import type { Person } from '@spotter/contract/users/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { type Chat, type ChatMessage, type ChatSource, PAGE_SIZE } from './chat.ts';
import { type HeldMessages, withOlder } from './held-messages.ts';
import type { Unsent } from './outbox.ts';

/** A stored message, or one on its way, which has a state. */
export type ShownMessage<M> = M & Partial<Pick<Unsent, 'state' | 'error'>>;

/** One chat as the reader sees it, oldest message first, unsent ones at the end. */
export function useChat<M extends ChatMessage>(chat: Chat<M>, chatId: string) {
  const { source, keys, outbox } = chat;
  const queryClient = useQueryClient();
  const reader = useUser();
  const query = useQuery(chat.query(chatId));
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.read);
  const older = useMutation({
    mutationFn: async () => {
      const before = queryClient.getQueryData<HeldMessages<M>>(keys.of(chatId))?.messages[0]?.seq;
      if (!before) return;
      const page = await source.readPage(chatId, { before, page_size: PAGE_SIZE });
      queryClient.setQueryData<HeldMessages<M>>(keys.of(chatId), (held) => held && withOlder(held, page, before));
    },
  });
  const messages = useMemo(
    () => [...(query.data?.messages ?? []), ...onTheirWay(source, chatId, query.data?.messages ?? [], unsent, reader)],
    [source, chatId, query.data, unsent, reader],
  );
  return {
    messages,
    reader,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    refetch: query.refetch,
    hasOlder: query.data?.hasOlder ?? false,
    isLoadingOlder: older.isPending,
    loadOlder: () => {
      if (!older.isPending) older.mutate();
    },
    retry: (nonce: string) => outbox.retry(queryClient, nonce),
    discard: outbox.discard,
  };
}

function onTheirWay<M extends ChatMessage>(
  source: ChatSource<M>,
  chatId: string,
  messages: readonly M[],
  unsent: readonly Unsent[],
  { id, first_name, last_name, avatar_url, avatar_color, fitness_level }: Person,
): ShownMessage<M>[] {
  const arrived = new Set(messages.map(({ client_nonce }) => client_nonce));
  const last = messages.at(-1)?.seq ?? 0;
  return unsent
    .filter((message) => message.chatId === chatId && !arrived.has(message.nonce))
    .map(({ nonce, content, writtenAt, state, error }, index) => ({
      ...(source.textFields(chatId) as M),
      id: nonce,
      seq: last + 1 + index,
      client_nonce: nonce,
      sender: { id, first_name, last_name, avatar_url, avatar_color, fitness_level },
      content,
      is_hidden: false,
      created_at: writtenAt,
      edited_at: null,
      deleted_at: null,
      state,
      error,
    }));
}
