import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNow } from '#platform/use-now.ts';
import { useVirtualRows } from '#ui/list/use-virtual-rows.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { SwipeRow } from '#ui/swipe-row.tsx';
import { rowsByDay } from './notification-days.ts';
import { NotificationItem } from './notification-item.tsx';
import { useMarkNotificationRead } from './notifications.mutations.ts';
import { type NotificationItem as Item, notificationsQuery } from './notifications.queries.ts';

type Props = { onOpen: (item: Item) => void };

export function NotificationList({ onOpen }: Props) {
  const list = useInfiniteQuery(notificationsQuery());
  if (list.isPending) return <NotificationSkeleton />;
  if (!list.data) return <ErrorState title="Couldn't load your notifications" onRetry={() => void list.refetch()} />;
  const items = list.data.pages.flatMap(({ results }) => results);
  if (items.length === 0)
    return (
      <EmptyState
        icon={<Bell />}
        title="You're all caught up"
        text="Friend requests, messages and session updates show up here."
      />
    );
  return (
    <div className="flex flex-col gap-1">
      <Rows
        items={items}
        onOpen={onOpen}
        hasOlder={list.hasNextPage}
        onOlder={() => {
          if (!list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
        }}
      />
      {list.isFetchingNextPage ? (
        <NotificationSkeleton />
      ) : list.isFetchNextPageError ? (
        <SlimError text="Couldn't load older notifications." onRetry={() => void list.fetchNextPage()} />
      ) : null}
    </div>
  );
}

/** Distance from the end at which older ones are loaded. */
const NEAR_END = 10;

type RowsProps = Props & { items: readonly Item[]; hasOlder: boolean; onOlder: () => void };

/** Only visible rows are rendered. */
function Rows({ items, onOpen, hasOlder, onOlder }: RowsProps) {
  const now = useNow(30_000);
  const markRead = useMarkNotificationRead();
  // Notifications without a target show their full text here.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const rows = rowsByDay(items, now);
  const {
    rows: shown,
    listProps,
    rowProps,
  } = useVirtualRows({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'day' ? 44 : 92),
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasOlder) onOlder();
  });
  return (
    <ul {...listProps} className="-mx-3 relative">
      {shown.map((virtual) => {
        const row = rows[virtual.index];
        if (!row) return null;
        return (
          <li key={virtual.key} aria-setsize={hasOlder ? -1 : rows.length} {...rowProps(virtual)}>
            {row.kind === 'day' ? (
              <h3 className="px-3 pt-3 pb-1 font-semibold text-sm text-text-secondary">{row.label}</h3>
            ) : (
              <SwipeRow
                left={
                  row.item.is_read
                    ? undefined
                    : { label: 'Mark read', icon: <Check />, onSelect: () => void markRead({ id: row.item.id }) }
                }
              >
                <NotificationItem
                  item={row.item}
                  now={now}
                  isUnfolded={row.item.id === unfolded}
                  onOpen={() => {
                    setUnfolded(row.item.id === unfolded ? null : row.item.id);
                    onOpen(row.item);
                  }}
                />
              </SwipeRow>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const NotificationSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-14" />
    ))}
  </div>
);
