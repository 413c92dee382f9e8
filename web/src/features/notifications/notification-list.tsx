import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { rowsByDay } from './notification-days.ts';
import { NotificationItem } from './notification-item.tsx';
import {
  type NotificationItem as Item,
  notificationsQuery,
  useMarkAllNotificationsRead,
} from './notifications.queries.ts';

type Props = { onOpen: (item: Item) => void };

export function NotificationList({ onOpen }: Props) {
  const list = useInfiniteQuery(notificationsQuery());
  const markAll = useMarkAllNotificationsRead();
  if (list.isPending) return <NotificationSkeleton />;
  if (list.isError) return <ErrorState title="Couldn't load your notifications" onRetry={() => void list.refetch()} />;
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
      {items.some(({ is_read }) => !is_read) ? (
        <Button
          variant="ghost"
          size="sm"
          className="self-end"
          loading={markAll.isPending}
          onClick={() => markAll.mutate()}
        >
          Mark all as read
        </Button>
      ) : null}
      <Rows
        items={items}
        onOpen={onOpen}
        hasOlder={list.hasNextPage}
        onOlder={() => {
          if (!list.isFetchingNextPage) void list.fetchNextPage();
        }}
      />
      {list.isFetchingNextPage ? <NotificationSkeleton /> : null}
    </div>
  );
}

/** The scroll container: the window or sheet around the list. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return null;
}

/** Distance from the end at which older ones are loaded. */
const NEAR_END = 10;

type RowsProps = Props & { items: readonly Item[]; hasOlder: boolean; onOlder: () => void };

/** Only visible rows are rendered. */
function Rows({ items, onOpen, hasOlder, onOlder }: RowsProps) {
  const [now] = useState(Date.now);
  // Notifications without a target show their full text here.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const [margin, setMargin] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const rows = rowsByDay(items, now);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: (index) => (rows[index]?.kind === 'day' ? 44 : 92),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    scrollMargin: margin,
  });
  useEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!list.current || !scroller) return;
    setMargin(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop);
  }, []);
  const shown = virtual.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasOlder) onOlder();
  });
  return (
    <ul ref={list} className="-mx-3 relative" style={{ height: virtual.getTotalSize() }}>
      {shown.map(({ key, index, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={hasOlder ? -1 : rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {row.kind === 'day' ? (
              <h3 className="px-3 pt-4 pb-1 font-semibold text-sm text-text-secondary">{row.label}</h3>
            ) : (
              <NotificationItem
                item={row.item}
                now={now}
                isUnfolded={row.item.id === unfolded}
                onOpen={() => {
                  setUnfolded(row.item.id === unfolded ? null : row.item.id);
                  onOpen(row.item);
                }}
              />
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
