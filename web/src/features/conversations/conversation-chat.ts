import { api } from '#platform/api/api.ts';
import { createChat } from '#platform/chat/chat.ts';
import { showLastMessage } from './conversations.cache.ts';
import type { Message } from './conversations.queries.ts';

export const conversationChat = createChat<Message>({
  name: 'conversation',
  readPage: (id, query, signal) => api.listMessages({ params: { id }, query }, { signal }),
  send: (id, body) => api.sendMessage({ params: { id }, body }, { idempotencyKey: body.client_nonce }),
  stored: showLastMessage,
  chatIdOf: ({ conversation_id }) => conversation_id,
  textFields: (conversation_id) => ({
    conversation_id,
    kind: 'text',
    session: null,
    notice: null,
    photo: null,
    reply_to: null,
    reactions: [],
  }),
});
