import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { api } from '#platform/api/api.ts';
import { createChat } from '#platform/chat/chat.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { sessionScope, writesAnswered } from '../cache/writes-answered.ts';

export const sessionChat = createChat<SessionMessage>({
  name: 'session',
  async readPage(id, query, newest) {
    // A member who taps Join sees the chat at once, but can read it only after the server has added them.
    if (newest) await writesAnswered(id);
    return api.listSessionMessages({ params: { id }, query }, { signal: newest?.signal });
  },
  writeName: 'sendSessionMessage',
  // In order with joining and leaving.
  scopeOf: sessionScope,
  send: ({ chatId: id, content }, options) =>
    api.sendSessionMessage({ params: { id }, body: { content, client_nonce: options.idempotencyKey } }, options),
  chatIdOf: ({ session_id }) => session_id,
  unsentFields: ({ chatId: session_id }) => ({ session_id, kind: 'text', action: null, details: null }),
});

export const sessionChatLive: LiveHandlers = {
  'session_message.created': ({ data }, queryClient) => sessionChat.receive(queryClient, data.message),
  'session_message.updated': ({ data }, queryClient) => sessionChat.receive(queryClient, data.message),
  'people.changed': (_event, queryClient) => sessionChat.reset(queryClient),
  'user.hidden': (_event, queryClient) => sessionChat.reset(queryClient),
  'user.shown': (_event, queryClient) => sessionChat.reset(queryClient),
};
