import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { notificationKeys } from './notifications.keys.ts';
import { changeItems, type NotificationItem, type NotificationPages } from './notifications.queries.ts';

const count = (queryClient: QueryClient, unread_count: number) =>
  queryClient.setQueryData(notificationKeys.unread, { unread_count });

const change = (queryClient: QueryClient, work: (item: NotificationItem) => NotificationItem) =>
  queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) => changeItems(pages, work));

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: notificationKeys.all });

/** Titles name the session or the group as it is called now, and a cancelled session asks nothing any more. */
function readAnewIfShown(queryClient: QueryClient, isAbout: (item: NotificationItem) => boolean) {
  const pages = queryClient.getQueryData<NotificationPages>(notificationKeys.list);
  if (pages?.pages.some(({ results }) => results.some(isAbout)))
    void queryClient.invalidateQueries({ queryKey: notificationKeys.list });
}

export const notificationsLive: LiveHandlers = {
  'notification.created': (_event, queryClient) => readAnew(queryClient),
  'people.changed': (_event, queryClient) => readAnew(queryClient),
  // A notification quotes its message, as far as the reader may read it.
  'message.updated': (_event, queryClient) => readAnew(queryClient),
  'conversation.updated': (_event, queryClient) => readAnewIfShown(queryClient, ({ kind }) => kind === 'message'),
  'session.updated': ({ data }, queryClient) =>
    readAnewIfShown(queryClient, ({ session_id }) => session_id === data.session_id),
  'session.cancelled': ({ data }, queryClient) =>
    readAnewIfShown(queryClient, ({ session_id }) => session_id === data.session_id),
  'conversation.left': (_event, queryClient) => readAnew(queryClient),
  'user.hidden': (_event, queryClient) => readAnew(queryClient),
  'user.shown': (_event, queryClient) => readAnew(queryClient),
  'notification.read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    change(queryClient, (item) => (item.id === data.notification_id ? { ...item, is_read: true } : item));
    // Opened or answered on another device; only the server knows whether its question is still open.
    readAnew(queryClient);
  },
  // A notification that came at the same moment is not in the count.
  'notification.removed': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    readAnew(queryClient);
  },
  'notification.all_read': ({ data }, queryClient) => {
    count(queryClient, data.unread_count);
    change(queryClient, (item) => ({ ...item, is_read: true }));
    readAnew(queryClient);
  },
};
