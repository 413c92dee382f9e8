import { largestPage } from '@spotter/contract/limits.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** The part of a session that sharing needs. */
export type Shared = {
  id: string;
  title: string;
  invite_only: boolean;
  start_time: { utc: string };
  gym: { timezone: string };
  /** For the host and the gym's managers, who alone may end the link. */
  can_change_series: boolean;
};

export type ConversationItem = Answer<'listConversations'>['results'][number];

const keys = {
  link: (id: string) => ['session-link', id] as const,
  conversations: ['conversations', 'to-share'] as const,
};

export const shareSessionQuery = (id: string) =>
  queryOptions({
    queryKey: keys.link(id),
    queryFn: ({ signal }) => api.shareSession({ params: { id } }, { signal }),
  });

export function useRevokeSessionShare({ id }: Shared, onRevoked: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.revokeSessionShare({ params: { id } }),
    onSuccess: () => {
      onRevoked();
      queryClient.removeQueries({ queryKey: keys.link(id) });
      toasts.success('The link is off');
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't end the link. Try again.")),
  });
}

/** The newest hundred conversations, read again each time the list opens. Writing in an older one brings it back. */
export const conversationsQuery = () =>
  queryOptions({
    queryKey: keys.conversations,
    queryFn: ({ signal }) => api.listConversations({ query: { page_size: largestPage } }, { signal }),
    staleTime: 0,
  });

export const useShareSessionToChat = (session: Shared) =>
  useMutation({
    mutationFn: (conversation: ConversationItem) =>
      api.shareSessionToChat({ params: { id: session.id }, body: { conversation_id: conversation.id } }),
  });

export const useGetSessionCalendarFile = (session: Shared) =>
  useMutation({
    mutationFn: () => api.getSessionCalendarFile({ params: { id: session.id } }),
    onSuccess: (file) =>
      saveFile(file, `spotter-session-${dayAt(Date.parse(session.start_time.utc), session.gym.timezone)}.ics`),
    onError: (error) => toasts.error(errorText(error, "Couldn't create the calendar file. Try again.")),
  });
