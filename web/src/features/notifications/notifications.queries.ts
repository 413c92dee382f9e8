import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type NotificationPage = Answer<'listNotifications'>;

export const notificationKeys = {
  all: ['notifications'] as const,
  list: ['notifications', 'list'] as const,
  unread: ['notifications', 'unread'] as const,
};

export const notificationsQuery = () =>
  queryOptions({
    queryKey: notificationKeys.list,
    queryFn: ({ signal }) => api.listNotifications({ query: { page_size: 40 } }, { signal }),
  });

export const unreadCountQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: ({ signal }) => api.getUnreadCount({}, { signal }),
    select: (answer) => answer.unread_count,
  });

/** Conversations have no list of their own here yet; what is unread of them is told by their notifications. */
export const unreadMessagesQuery = () =>
  queryOptions({
    ...notificationsQuery(),
    select: (page: NotificationPage) => page.results.filter((item) => item.kind === 'message' && !item.is_read).length,
  });

/** Everything read at once, for whoever has been away. */
export function useMarkAllNotificationsRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.markAllNotificationsRead({}),
    onError: (error) => toasts.error(errorText(error, "Couldn't mark them as read. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

/** Shown read at once; a failure is only logged, and the next read of the list tells the truth. */
export function useMarkNotificationRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.markNotificationRead({ params: { id } }),
    onMutate: (id) => {
      queryClient.setQueryData<NotificationPage>(
        notificationKeys.list,
        (page) =>
          page && {
            ...page,
            results: page.results.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
          },
      );
    },
    onError: (error) => console.warn('The notification was not marked read', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}
