import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { notificationKeys } from './notifications.keys.ts';

type NotificationPage = Answer<'listNotifications'>;
export type NotificationItem = NotificationPage['results'][number];
export type NotificationPages = InfiniteData<NotificationPage, string | undefined>;

/** Pages start after the last notification, so that new ones don't shift them. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list,
    queryFn: ({ pageParam: before, signal }) => api.listNotifications({ query: { page_size: 40, before } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next, results }) => (next ? results.at(-1)?.id : undefined),
  });

export const unreadCountQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: ({ signal }) => api.getUnreadCount({}, { signal }),
    select: (answer) => answer.unread_count,
  });

/** Changes the cached notifications. */
export const changeItems = (
  pages: NotificationPages | undefined,
  change: (item: NotificationItem) => NotificationItem,
) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, results: page.results.map(change) })) };

/** Marks everything as read. */
export function useMarkAllNotificationsRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.markAllNotificationsRead({}),
    onError: (error) => toasts.error(errorText(error, "Couldn't mark them as read. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

/** Shown as read at once; a failure is only logged, and the next read corrects it. */
export function useMarkNotificationRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.markNotificationRead({ params: { id } }),
    onMutate: (id) => {
      queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) =>
        changeItems(pages, (item) => (item.id === id ? { ...item, is_read: true } : item)),
      );
    },
    onError: (error) => console.warn("Couldn't mark the notification as read", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

type Question = NonNullable<NotificationItem['answer']>;
type Answering = { item: NotificationItem; question: Question; yes: boolean };

function sendAnswer({ item, question: { kind, id }, yes }: Answering): Promise<unknown> {
  if (kind === 'friend_request')
    return yes
      ? api.acceptFriendRequest({ params: { id }, body: {} })
      : api.declineFriendRequest({ params: { id }, body: {} });
  if (kind === 'spot') return yes ? api.claimSpot({ params: { id } }) : api.leaveWaitlist({ params: { id } });
  const params = { id: item.session_id ?? '', proposalId: id };
  return yes ? api.acceptProposal({ params }) : api.rejectProposal({ params });
}

function answeredInWords({ item, question: { kind }, yes }: Answering): string {
  if (kind === 'friend_request')
    return yes ? `You and ${item.actor?.first_name ?? 'they'} are now friends.` : 'Friend request declined.';
  if (kind === 'spot') return yes ? "You're in." : 'You passed on the spot.';
  return yes ? 'The session moved. We let everyone know.' : 'Proposal declined.';
}

/** The question disappears at once and comes back if the answer fails. */
export function useAnswerNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendAnswer,
    onMutate: async ({ item }) => {
      await queryClient.cancelQueries({ queryKey: notificationKeys.list });
      queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) =>
        changeItems(pages, (one) => (one.id === item.id ? { ...one, is_read: true, answer: null } : one)),
      );
    },
    onSuccess: (_answer, answering) => {
      const isNewFriend = answering.question.kind === 'friend_request' && answering.yes;
      (isNewFriend ? toasts.longSuccess : toasts.success)(answeredInWords(answering));
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't send your answer. Try again.")),
    // Friends, sessions and their lists change with the answer.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
