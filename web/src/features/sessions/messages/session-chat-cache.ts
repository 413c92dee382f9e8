import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type Chat, withLine } from './session-chat.ts';

/** Apart from the sessions' own keys: a session that changes does not make its chat be read again. */
export const chatKeys = {
  all: ['session-chat'] as const,
  of: (sessionId: string) => ['session-chat', sessionId] as const,
};

/** Puts a line where it belongs, however often and in whatever order it is heard of; a gap is read anew. */
export function addChatMessage(queryClient: QueryClient, line: SessionMessage): void {
  const key = chatKeys.of(line.session_id);
  const held = queryClient.getQueryData<Chat>(key);
  if (!held) return;
  const { chat, missed } = withLine(held, line);
  queryClient.setQueryData<Chat>(key, chat);
  if (missed) void queryClient.invalidateQueries({ queryKey: key });
}
