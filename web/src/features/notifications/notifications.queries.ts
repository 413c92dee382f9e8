import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
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
    meta: { kept: true },
  });

export const unreadCountQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: ({ signal }) => api.getUnreadCount({}, { signal }),
    select: (answer) => answer.unread_count,
    meta: { kept: true },
  });

/** Changes the cached notifications. */
export const changeItems = (
  pages: NotificationPages | undefined,
  change: (item: NotificationItem) => NotificationItem,
) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, results: page.results.map(change) })) };
