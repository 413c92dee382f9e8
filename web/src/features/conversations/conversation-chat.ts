import { api } from '#platform/api/api.ts';
import { createChat } from '#platform/chat/chat.ts';
import { besideChanged, showLastMessage } from './conversations.cache.ts';
import { type Message, photoKeys } from './conversations.queries.ts';

export const conversationChat = createChat<Message>({
  name: 'conversation',
  readPage: (id, query, newest) => api.listMessages({ params: { id }, query }, { signal: newest?.signal }),
  writeName: 'sendMessage',
  scopeOf: (id) => `chat:${id}`,
  send({ chatId: id, content, quote, photo, poll: options, pollGym }, sending) {
    const { idempotencyKey: client_nonce } = sending;
    if (options) {
      // Left out, not null, without a gym: the body of a poll that waits since an earlier version must stay the same.
      const body = { question: content, options, gym_id: pollGym?.id, client_nonce };
      return api.sendPoll({ params: { id }, body }, sending);
    }
    const sent = { client_nonce, reply_to_id: quote?.id ?? undefined };
    if (!photo) return api.sendMessage({ params: { id }, body: { ...sent, content } }, sending);
    const file = new File([photo.file], 'photo', { type: photo.file.type });
    return api.sendPhoto({ params: { id }, body: { ...sent, file, content } }, sending);
  },
  stored(queryClient, message, { photo }) {
    // The sender has the photo already.
    if (photo) queryClient.setQueryData(photoKeys.one(message.conversation_id, message.id), photo.file);
    showLastMessage(queryClient, message);
  },
  chatIdOf: ({ conversation_id }) => conversation_id,
  unsentFields: ({ chatId, quote, photo, poll, pollGym = null }) => ({
    conversation_id: chatId,
    kind: poll ? 'poll' : photo ? 'photo' : 'text',
    session: null,
    notice: null,
    photo: photo ? { width: photo.width, height: photo.height } : null,
    poll: poll ? { options: poll, votes: poll.map(() => 0), own: [], voters: 0, chosen: null, gym: pollGym } : null,
    reply_to: quote ?? null,
    reactions: [],
  }),
  beside: besideChanged,
});
