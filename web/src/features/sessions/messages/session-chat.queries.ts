/*
 * For the screen of a session's chat:
 *
 *   const chat = useSessionChat(session.id, { enabled: session.is_participant || session.can_edit });
 *   chat.lines          oldest first; what is still on its way stands at the end with a `state`
 *   chat.isPending, chat.error, chat.refetch    as of a query; lines that were read before are shown without network
 *   chat.hasOlder, chat.isLoadingOlder, chat.loadOlder()
 *
 *   const { send, retry, discard } = useSendSessionMessage(session.id);
 *   send(text)          shows at once, goes out in order, once; waits while there is no network, also after a reload
 *   retry(line)         for a line whose state is 'failed'; `line.error` says why
 *   discard(line)       takes an unsent line back
 *
 * A line's key on the screen is `line.client_nonce ?? line.id`: the same before and after the server has it.
 */
import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import type { Person } from '@spotter/contract/users.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { useUser } from '#platform/login/use-login.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { arrivedOf } from '../cache/session-change.ts';
import { type Chat, withNewest, withOlder } from './session-chat.ts';
import { addChatMessage, chatKeys } from './session-chat-cache.ts';
import { dropUnsent, onUnsent, readUnsent, retryUnsent, type Unsent, write } from './session-outbox.ts';

/** A line as it is shown: what the server has, or, with a state, what is on its way there. */
export type ChatMessage = SessionMessage & { state?: Unsent['state']; error?: string | undefined };

const PAGE = 50;

export const chatQuery = (sessionId: string) =>
  queryOptions({
    queryKey: chatKeys.of(sessionId),
    queryFn: async ({ signal, client }) => {
      // Whoever has just joined is shown the chat at once, but may read it only when the server has them in.
      await arrivedOf(sessionId);
      const page = await api.listSessionMessages({ params: { id: sessionId }, query: { page_size: PAGE } }, { signal });
      // What is held is looked at now, not before: lines may have come in while the page was on its way.
      return withNewest(client.getQueryData<Chat>(chatKeys.of(sessionId)), page);
    },
    meta: { kept: true },
  });

export function useSessionChat(sessionId: string, { enabled = true } = {}) {
  const queryClient = useQueryClient();
  const reader = useUser();
  const query = useQuery({ ...chatQuery(sessionId), enabled });
  const unsent = useSyncExternalStore(onUnsent, readUnsent);
  const older = useMutation({
    mutationFn: async () => {
      const before = queryClient.getQueryData<Chat>(chatKeys.of(sessionId))?.lines[0]?.seq;
      if (!before) return;
      const page = await api.listSessionMessages({ params: { id: sessionId }, query: { before, page_size: PAGE } });
      queryClient.setQueryData<Chat>(chatKeys.of(sessionId), (chat) => chat && withOlder(chat, page));
    },
  });
  const lines = useMemo(() => shown(query.data, unsent, sessionId, reader), [query.data, unsent, sessionId, reader]);
  return {
    lines,
    isPending: query.isPending,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
    hasOlder: query.data?.hasOlder ?? false,
    isLoadingOlder: older.isPending,
    loadOlder: () => {
      if (!older.isPending) older.mutate();
    },
  };
}

function shown(chat: Chat | undefined, unsent: readonly Unsent[], sessionId: string, reader: Person): ChatMessage[] {
  const lines: ChatMessage[] = [...(chat?.lines ?? [])];
  const arrived = new Set(lines.map(({ client_nonce }) => client_nonce));
  const { id, first_name, last_name, avatar_url, avatar_color, fitness_level } = reader;
  const last = lines.at(-1)?.seq ?? 0;
  unsent.forEach((one, index) => {
    if (one.sessionId !== sessionId || arrived.has(one.nonce)) return;
    lines.push({
      id: one.nonce,
      session_id: sessionId,
      seq: last + 1 + index,
      client_nonce: one.nonce,
      kind: 'text',
      sender: { id, first_name, last_name, avatar_url, avatar_color, fitness_level },
      content: one.content,
      action: null,
      details: null,
      is_hidden: false,
      created_at: one.writtenAt,
      edited_at: null,
      deleted_at: null,
      state: one.state,
      error: one.error,
    });
  });
  return lines;
}

export function useSendSessionMessage(sessionId: string) {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      send: (text: string) => write(queryClient, sessionId, text),
      retry: (line: { client_nonce: string | null }) =>
        line.client_nonce ? retryUnsent(queryClient, line.client_nonce) : undefined,
      discard: (line: { client_nonce: string | null }) =>
        line.client_nonce ? dropUnsent(line.client_nonce) : undefined,
    }),
    [queryClient, sessionId],
  );
}

export const sessionChatLive: LiveHandlers = {
  'session_message.created': ({ data }, queryClient) => {
    addChatMessage(queryClient, data.message);
    if (data.message.client_nonce) dropUnsent(data.message.client_nonce);
  },
  // Whose lines are folded away has changed, also of those that were read long ago.
  'user.hidden': (_event, queryClient) => void queryClient.resetQueries({ queryKey: chatKeys.all }),
  'user.shown': (_event, queryClient) => void queryClient.resetQueries({ queryKey: chatKeys.all }),
};
