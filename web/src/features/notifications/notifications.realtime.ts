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

/** Newest first: what was last folded into moves to the top. */
function putFirst(queryClient: QueryClient, notification: Notification) {
  list(queryClient, (items) => [notification, ...items.filter((item) => item.id !== notification.id)]);
}

export const notificationsLive: LiveHandlers = {
  'notification.created': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    putFirst(queryClient, data.notification);
  },
  'notification.updated': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    putFirst(queryClient, data.notification);
  },
  'notification.read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    list(queryClient, (items) =>
      items.map((item) => (item.id === data.notification_id ? { ...item, is_read: true } : item)),
    );
  },
  'notification.all_read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    list(queryClient, (items) => items.map((item) => ({ ...item, is_read: true })));
  },
};
