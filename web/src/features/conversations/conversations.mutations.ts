import type { MuteDuration } from '@spotter/contract/conversations/conversations.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { SendOptions, Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { conversationName } from './conversation.words.ts';
import {
  changeConversation,
  dropConversation,
  heldIn,
  keepConversation,
  readListsAnew,
} from './conversations.cache.ts';
import type { Conversation } from './conversations.queries.ts';

type OwnChange<V> = { conversation: Conversation; value: V };

/** Shows a change of the reader's own at once, keeps the server's answer, and takes it back if the server refuses. */
const ownChange = <V>(
  definition: Pick<Write<OwnChange<V>, Conversation>, 'name' | 'words' | 'failureText'> & {
    call(id: string, value: V, options: SendOptions): Promise<Conversation>;
    shows(value: V): Partial<Conversation>;
  },
): Write<OwnChange<V>, Conversation> => {
  const { call, shows, ...rest } = definition;
  return {
    ...rest,
    // One after the other, so that an undo is never overtaken by what it undoes.
    scope: ({ conversation }) => `own:${conversation.id}`,
    replaces: true,
    send: ({ conversation, value }, options) => call(conversation.id, value, options),
    show({ conversation, value }, { queryClient }) {
      changeConversation(queryClient, conversation.id, (one) => ({ ...one, ...shows(value) }));
      return () => void changeConversation(queryClient, conversation.id, () => conversation);
    },
    shownIn: ({ conversation }) => heldIn(conversation.id),
    onSent: (answer, _input, { queryClient }) => keepConversation(queryClient, answer),
    // It moves between the two lists.
    onSettled: (_input, { queryClient }) => readListsAnew(queryClient),
  };
};

export const archiveConversation = ownChange<boolean>({
  name: 'archiveConversation',
  words: ({ value }) => (value ? 'Archive a chat' : 'Move a chat back'),
  call: (id, archive, options) =>
    archive
      ? api.archiveConversation({ params: { id } }, options)
      : api.unarchiveConversation({ params: { id } }, options),
  shows: (is_archived) => ({ is_archived }),
  failureText: "Couldn't move the chat. Try again.",
});

export const muteConversation = ownChange<MuteDuration | null>({
  name: 'muteConversation',
  words: ({ value }) => (value ? 'Mute a chat' : 'Unmute a chat'),
  call: (id, duration, options) =>
    duration
      ? api.muteConversation({ params: { id }, body: { duration } }, options)
      : api.unmuteConversation({ params: { id } }, options),
  shows: (duration) => ({ is_muted: duration !== null, muted_until: null }),
  failureText: "Couldn't change the notifications. Try again.",
});

export const useArchiveConversation = () => useWrite(archiveConversation);
export const useMuteConversation = () => useWrite(muteConversation);

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

/** A change to a group by one of its admins. One after the other, so that the last answer is the newest. */
function useGroupChange<V>(id: string, call: (value: V) => Promise<Conversation>) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `group:${id}` },
    mutationFn: call,
    onSuccess: (conversation) => keepConversation(queryClient, conversation),
  });
}

export const useUpdateConversation = (id: string) =>
  useGroupChange(id, (name: string) => api.updateConversation({ params: { id }, body: { name } }));

export const useAddParticipants = (id: string) =>
  useGroupChange(id, (user_ids: string[]) => api.addParticipants({ params: { id }, body: { user_ids } }));

export const useRemoveParticipants = (id: string) =>
  useGroupChange(id, (user_ids: string[]) => api.removeParticipants({ params: { id }, body: { user_ids } }));

export const useSetAdmin = (id: string) =>
  useGroupChange(id, ({ userId, isAdmin }: { userId: string; isAdmin: boolean }) => {
    const call = { params: { id }, body: { user_ids: [userId] } };
    return isAdmin ? api.addAdmins(call) : api.removeAdmins(call);
  });

export const useSetPicture = (id: string) =>
  useGroupChange(id, (file: File | null) =>
    file
      ? api.updateConversationPicture({ params: { id }, body: { file } })
      : api.deleteConversationPicture({ params: { id } }),
  );

/** The chat goes when the server has answered: until then it can be taken back in the list of waiting changes. */
export const leaveConversation: Write<Conversation, unknown> = {
  name: 'leaveConversation',
  scope: ({ id }) => `conversation:${id}`,
  words: ({ name }) => `Leave ${name ?? 'a group'}`,
  send: ({ id }, options) => api.leaveConversation({ params: { id } }, options),
  failureText: "Couldn't leave the group. Try again.",
  onSent: (_answer, conversation, { queryClient, reader }) => {
    dropConversation(queryClient, conversation.id);
    toasts.success(`You left ${conversationName(conversation, reader.id)}`);
  },
};

export function useLeaveConversation(onLeft: () => void) {
  const write = useWrite(leaveConversation);
  return async (conversation: Conversation) => {
    const outcome = await write(conversation);
    if (outcome === 'waiting' || 'answer' in outcome) onLeft();
  };
}
