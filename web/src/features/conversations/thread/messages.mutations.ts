import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { SendOptions, Write } from '#platform/outbox/write.ts';
import { serverNow } from '#platform/server-clock.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { conversationChat } from '../conversation-chat.ts';
import { keepConversation, readAnew, showLastMessage } from '../conversations.cache.ts';
import { type Conversation, conversationKeys, type Message } from '../conversations.queries.ts';

function show(queryClient: QueryClient, message: Message) {
  conversationChat.receive(queryClient, message);
  showLastMessage(queryClient, message);
}

const paramsOf = ({ conversation_id: id, id: messageId }: Message) => ({ params: { id, messageId } });
const now = () => new Date(serverNow()).toISOString();

type MessageChange<V> = { message: Message; value: V };

/** Changes an own message at once, and shows the old one again if the server refuses. */
const messageChange = <V>(
  definition: Pick<Write<MessageChange<V>, Message | undefined>, 'name' | 'words' | 'failureText' | 'canRepeat'> & {
    call(message: Message, value: V, options: SendOptions): Promise<Message | undefined>;
    shows(message: Message, value: V): Message;
  },
): Write<MessageChange<V>, Message | undefined> => {
  const { call, shows, ...rest } = definition;
  return {
    ...rest,
    scope: ({ message }) => `message:${message.id}`,
    send: ({ message, value }, options) => call(message, value, options),
    show({ message, value }, { queryClient }) {
      show(queryClient, shows(message, value));
      return () => show(queryClient, message);
    },
    shownIn: ({ message }) => [conversationChat.keys.of(message.conversation_id)],
    onSent: (answer, _input, { queryClient }) => void (answer && show(queryClient, answer)),
    onRefused: (_error, { message }, { queryClient }) => {
      // Another device may have changed it.
      void queryClient.invalidateQueries({ queryKey: conversationChat.keys.of(message.conversation_id), exact: true });
      readAnew(queryClient, message.conversation_id);
      return false;
    },
  };
};

export const editMessage = messageChange<string>({
  name: 'editMessage',
  words: ({ value }) => `Change your message to “${value}”`,
  call: (message, content, options) => api.editMessage({ ...paramsOf(message), body: { content } }, options),
  shows: (message, content) => ({ ...message, content, edited_at: now() }),
  failureText: "Couldn't change your message. Try again.",
});

export const deleteMessage = messageChange<null>({
  name: 'deleteMessage',
  words: ({ message }) => (message.content ? `Delete “${message.content}”` : 'Delete a message'),
  canRepeat: true,
  call: async (message, _value, options) => {
    await api.deleteMessage(paramsOf(message), options);
    return undefined;
  },
  shows: (message) => ({
    ...message,
    content: '',
    session: null,
    photo: null,
    poll: null,
    reactions: [],
    deleted_at: now(),
  }),
  failureText: "Couldn't delete your message. Try again.",
});

/** Shows at once that a message is pinned, or no longer. */
export const pinMessage: Write<{ message: Message; pin: boolean }, Conversation> = {
  name: 'pinMessage',
  scope: ({ message }) => `pins:${message.conversation_id}`,
  words: ({ pin }) => (pin ? 'Pin a message' : 'Unpin a message'),
  send: ({ message, pin }, options) =>
    pin ? api.pinMessage(paramsOf(message), options) : api.unpinMessage(paramsOf(message), options),
  show({ message, pin }, { queryClient }) {
    const key = conversationKeys.pins(message.conversation_id);
    const before = queryClient.getQueryData<Message[]>(key);
    const others = (before ?? []).filter(({ id }) => id !== message.id);
    queryClient.setQueryData<Message[]>(key, pin ? [message, ...others] : others);
    return () => void queryClient.setQueryData(key, before);
  },
  shownIn: ({ message }) => [conversationKeys.pins(message.conversation_id)],
  failureText: "Couldn't change the pin. Try again.",
  onSent(conversation, { pin }, { queryClient }) {
    keepConversation(queryClient, conversation);
    toasts.success(pin ? 'Message pinned' : 'Message unpinned');
  },
  onSettled: ({ message }, { queryClient }) =>
    void queryClient.invalidateQueries({ queryKey: conversationKeys.pins(message.conversation_id) }),
};

export const useEditMessage = () => useWrite(editMessage);
export const useDeleteMessage = () => useWrite(deleteMessage);
export const usePinMessage = () => useWrite(pinMessage);
