import type { MuteDuration } from '@spotter/contract/conversations/conversations.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { conversationChat } from './conversation-chat.ts';
import { conversationName } from './conversation-words.ts';
import {
  changeConversation,
  dropConversation,
  keepConversation,
  readAnew,
  readListsAnew,
  showLastMessage,
} from './conversations.cache.ts';
import { type Conversation, conversationKeys, type Message } from './conversations.queries.ts';

/** Shows a change at once, keeps the server's answer, and takes it back if the call fails. */
function useOwnChange<V>(
  call: (id: string, value: V) => Promise<Conversation>,
  show: (value: V) => Partial<Conversation>,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, so that an undo is never overtaken by what it undoes.
    scope: { id: 'own-conversation-change' },
    mutationFn: ({ conversation, value }: { conversation: Conversation; value: V }) => call(conversation.id, value),
    onMutate: ({ conversation, value }) =>
      void changeConversation(queryClient, conversation.id, (one) => ({ ...one, ...show(value) })),
    onSuccess: (answer) => keepConversation(queryClient, answer),
    onError: (error, { conversation }) => {
      changeConversation(queryClient, conversation.id, () => conversation);
      toasts.error(errorText(error, failure));
    },
    // It moves between the two lists.
    onSettled: () => readListsAnew(queryClient),
  });
}

export const useArchiveConversation = () =>
  useOwnChange<boolean>(
    (id, archive) =>
      archive ? api.archiveConversation({ params: { id } }) : api.unarchiveConversation({ params: { id } }),
    (is_archived) => ({ is_archived }),
    "Couldn't move the chat. Try again.",
  );

export const useMuteConversation = () =>
  useOwnChange<MuteDuration | null>(
    (id, duration) =>
      duration
        ? api.muteConversation({ params: { id }, body: { duration } })
        : api.unmuteConversation({ params: { id } }),
    (duration) => ({ is_muted: duration !== null, muted_until: null }),
    "Couldn't change the notifications. Try again.",
  );

export function useOpenDirectConversation(onOpened: (id: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (user_id: string) => api.openDirectConversation({ body: { user_id } }),
    onSuccess: (conversation) => opened(queryClient, conversation, onOpened),
    onError: (error) => toasts.error(errorText(error, "Couldn't open the chat. Try again.")),
  });
}

export function useCreateGroupConversation(onOpened: (id: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; user_ids: string[] }) => api.createGroupConversation({ body }),
    onSuccess: (conversation) => opened(queryClient, conversation, onOpened),
  });
}

function opened(queryClient: QueryClient, conversation: Conversation, onOpened: (id: string) => void) {
  keepConversation(queryClient, conversation);
  readListsAnew(queryClient);
  onOpened(conversation.id);
}

/** A change to a group by one of its admins. */
function useGroupChange<V>(call: (id: string, value: V) => Promise<Conversation>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, value }: { id: string; value: V }) => call(id, value),
    onSuccess: (conversation) => keepConversation(queryClient, conversation),
  });
}

export const useUpdateConversation = () =>
  useGroupChange<string>((id, name) => api.updateConversation({ params: { id }, body: { name } }));

export const useAddParticipants = () =>
  useGroupChange<string[]>((id, user_ids) => api.addParticipants({ params: { id }, body: { user_ids } }));

export const useRemoveParticipants = () =>
  useGroupChange<string[]>((id, user_ids) => api.removeParticipants({ params: { id }, body: { user_ids } }));

export const useSetAdmin = () =>
  useGroupChange<{ userId: string; isAdmin: boolean }>((id, { userId, isAdmin }) => {
    const call = { params: { id }, body: { user_ids: [userId] } };
    return isAdmin ? api.addAdmins(call) : api.removeAdmins(call);
  });

export const useSetPicture = () =>
  useGroupChange<File | null>((id, file) =>
    file
      ? api.updateConversationPicture({ params: { id }, body: { file } })
      : api.deleteConversationPicture({ params: { id } }),
  );

export function useLeaveConversation(readerId: string, onLeft: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Conversation) => api.leaveConversation({ params: { id } }),
    onSuccess: (_answer, conversation) => {
      onLeft();
      dropConversation(queryClient, conversation.id);
      toasts.success(`You left ${conversationName(conversation, readerId)}`);
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't leave the group. Try again.")),
  });
}

/** Shows at once that a message is pinned, or no longer. */
export function usePinMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'pin-message' },
    mutationFn: ({ message: { conversation_id: id, id: messageId }, pin }: { message: Message; pin: boolean }) =>
      pin ? api.pinMessage({ params: { id, messageId } }) : api.unpinMessage({ params: { id, messageId } }),
    onMutate: ({ message, pin }) =>
      queryClient.setQueryData<Message[]>(conversationKeys.pins(message.conversation_id), (pins = []) => {
        const others = pins.filter(({ id }) => id !== message.id);
        return pin ? [message, ...others] : others;
      }),
    onSuccess: (conversation, { pin }) => {
      keepConversation(queryClient, conversation);
      toasts.success(pin ? 'Message pinned' : 'Message unpinned');
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't change the pin. Try again.")),
    onSettled: (_answer, _error, { message }) =>
      queryClient.invalidateQueries({ queryKey: conversationKeys.pins(message.conversation_id) }),
  });
}

function show(queryClient: QueryClient, message: Message) {
  conversationChat.receive(queryClient, message);
  showLastMessage(queryClient, message);
}

/** Changes an own message at once, and shows the old one again if the server refuses. */
function useMessageChange<V>(
  call: (message: Message, value: V) => Promise<Message | undefined>,
  change: (message: Message, value: V) => Message,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ message, value }: { message: Message; value: V }) => call(message, value),
    onMutate: ({ message, value }) => show(queryClient, change(message, value)),
    onSuccess: (answer) => answer && show(queryClient, answer),
    onError: (error, { message }) => {
      show(queryClient, message);
      // Only the answer may have been lost.
      void queryClient.invalidateQueries({ queryKey: conversationChat.keys.of(message.conversation_id), exact: true });
      readAnew(queryClient, message.conversation_id);
      toasts.error(errorText(error, failure));
    },
  });
}

const paramsOf = ({ conversation_id: id, id: messageId }: Message) => ({ params: { id, messageId } });
const now = () => new Date().toISOString();

export const useEditMessage = () =>
  useMessageChange<string>(
    (message, content) => api.editMessage({ ...paramsOf(message), body: { content } }),
    (message, content) => ({ ...message, content, edited_at: now() }),
    "Couldn't change your message. Try again.",
  );

export const useDeleteMessage = () =>
  useMessageChange<void>(
    async (message) => {
      await api.deleteMessage(paramsOf(message));
      return undefined;
    },
    (message) => ({
      ...message,
      content: '',
      session: null,
      photo: null,
      poll: null,
      reactions: [],
      deleted_at: now(),
    }),
    "Couldn't delete your message. Try again.",
  );
