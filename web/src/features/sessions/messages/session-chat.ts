import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { api } from '#platform/api/api.ts';
import { createChat } from '#platform/chat/chat.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { mutationsSettled } from '../cache/mutations-settled.ts';
import { sessionKeys } from '../sessions.keys.ts';

export const sessionChat = createChat<SessionMessage>({
  name: 'session',
  async readPage(id, query, newest) {
    // A member who taps Join sees the chat at once, but can read it only after the server has added them.
    if (newest) await mutationsSettled(newest.client, sessionKeys.mutationsOf(id));
    return api.listSessionMessages({ params: { id }, query }, { signal: newest?.signal });
  },
  send: ({ chatId: id, content, nonce }) =>
    api.sendSessionMessage({ params: { id }, body: { content, client_nonce: nonce } }, { idempotencyKey: nonce }),
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
