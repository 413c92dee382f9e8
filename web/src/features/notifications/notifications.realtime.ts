import type { Notification } from '@spotter/contract/notifications.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { type NotificationPage, notificationKeys } from './notifications.queries.ts';

const count = (queryClient: QueryClient, unread_count: number) =>
  queryClient.setQueryData(notificationKeys.unread, { unread_count });

const list = (queryClient: QueryClient, change: (items: Notification[]) => Notification[]) =>
  queryClient.setQueryData<NotificationPage>(
    notificationKeys.list,
    (page) => page && { ...page, results: change(page.results) },
  );

export const notificationsLive: LiveHandlers = {
  'notification.created': (_event, queryClient) =>
    void queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  'notification.read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    list(queryClient, (items) =>
      items.map((item) => (item.id === data.notification_id ? { ...item, is_read: true } : item)),
    );
  },
  'notification.removed': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    void queryClient.invalidateQueries({ queryKey: notificationKeys.list });
  },
  'notification.all_read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    list(queryClient, (items) => items.map((item) => ({ ...item, is_read: true })));
  },
};
