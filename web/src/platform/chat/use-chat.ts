import type { Person } from '@spotter/contract/users/users.ts';
import { skipToken, type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useEntries } from '#platform/outbox/use-outbox.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type Chat, type ChatMessage, type ChatSource, PAGE_SIZE } from './chat.ts';
import { type HeldMessages, joined, windowOf, withNewer, withOlder } from './held-messages.ts';
import type { Unsent } from './unsent.ts';

/** A stored message, or one on its way, which has a state. */
export type ShownMessage<M> = M & Partial<Pick<Unsent, 'state' | 'error' | 'progress'>> & { file?: Blob | undefined };

/** One chat as the reader sees it, oldest message first, unsent ones at the end. */
export function useChat<M extends ChatMessage>(chat: Chat<M>, chatId: string) {
  const { source, keys } = chat;
  const queryClient = useQueryClient();
  const reader = useUser();
  const query = useQuery(chat.query(chatId));
  const around = useQuery<HeldMessages<M> | null>({ queryKey: keys.around(chatId), queryFn: skipToken }).data ?? null;
  const entries = useEntries();
  const heldKey = around ? keys.around(chatId) : keys.of(chatId);

  const showAround = (window: HeldMessages<M> | null) =>
    queryClient.setQueryData<HeldMessages<M> | null>(keys.around(chatId), window);
  /** Shows these messages alone, or with the newest ones if the two meet. */
  function show(window: HeldMessages<M>) {
    const held = queryClient.getQueryData<HeldMessages<M>>(keys.of(chatId));
    const both = held && joined(window, held);
    if (both) queryClient.setQueryData<HeldMessages<M>>(keys.of(chatId), both);
    showAround(both ? null : window);
  }
  const older = useMutation({
    mutationFn: async () => {
      const before = queryClient.getQueryData<HeldMessages<M>>(heldKey)?.messages[0]?.seq;
      if (!before) return;
      const page = await source.readPage(chatId, { before, page_size: PAGE_SIZE });
      queryClient.setQueryData<HeldMessages<M>>(heldKey, (held) => held && withOlder(held, page, before));
    },
  });
  const newer = useMutation({
    mutationFn: async () => {
      const window = queryClient.getQueryData<HeldMessages<M>>(keys.around(chatId));
      if (!window) return;
      const upTo = window.completeTo + PAGE_SIZE;
      const query = { after: window.completeTo, before: upTo + 1, page_size: PAGE_SIZE };
      show(withNewer(window, await source.readPage(chatId, query), upTo));
    },
  });
  const open = useMutation({
    mutationFn: async (seq: number) => {
      const upTo = seq + PAGE_SIZE / 2;
      show(windowOf(await source.readPage(chatId, { before: upTo + 1, page_size: PAGE_SIZE }), upTo));
    },
    onError: () => toasts.error("Couldn't open that message. Try again."),
  });
  const messages = useMemo((): ShownMessage<M>[] => {
    const held = query.data?.messages ?? [];
    return around ? around.messages : [...held, ...onTheirWay(source, held, chat.unsentIn(entries, chatId), reader)];
  }, [source, chat, chatId, query.data, around, entries, reader]);
  return {
    messages,
    reader,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    refetch: query.refetch,
    hasOlder: (around ?? query.data)?.hasOlder ?? false,
    older: partOf(older),
    /** Whether newer messages than those shown are left out. */
    hasNewer: around !== null,
    newer: partOf(newer),
    toNewest: () => showAround(null),
    /** Shows a message that isn't held, with those around it. */
    open: open.mutateAsync,
    retry: (nonce: string) => void outbox.retry(nonce),
    discard: outbox.remove,
  };
}

/** A further page of the chat, which is read once at a time. */
const partOf = ({ isPending, isError, mutate }: UseMutationResult<void, Error, void>) => ({
  hasFailed: isError,
  load: () => {
    if (!isPending) mutate();
  },
});

function onTheirWay<M extends ChatMessage>(
  source: ChatSource<M>,
  messages: readonly M[],
  unsent: readonly Unsent[],
  { id, first_name, last_name, avatar_url, avatar_color, fitness_level }: Person,
): ShownMessage<M>[] {
  const arrived = new Set(messages.map(({ client_nonce }) => client_nonce));
  const last = messages.at(-1)?.seq ?? 0;
  return unsent
    .filter(({ nonce }) => !arrived.has(nonce))
    .map((message, index) => ({
      ...(source.unsentFields(message) as M),
      id: message.nonce,
      seq: last + 1 + index,
      client_nonce: message.nonce,
      sender: { id, first_name, last_name, avatar_url, avatar_color, fitness_level },
      content: message.content,
      is_hidden: false,
      created_at: message.writtenAt,
      edited_at: null,
      deleted_at: null,
      state: message.state,
      error: message.error,
      progress: message.progress,
      file: message.photo?.file,
    }));
}
