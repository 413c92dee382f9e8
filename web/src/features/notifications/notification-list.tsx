import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type NotificationPage, notificationsQuery, useMarkAllNotificationsRead } from './notifications.queries.ts';

type Item = NotificationPage['results'][number];

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const steps: [limit: number, divisor: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [604_800, 86_400, 'day'],
  [Number.POSITIVE_INFINITY, 604_800, 'week'],
];

function ago(instant: string): string {
  const seconds = (Date.now() - Date.parse(instant)) / 1000;
  if (seconds < 60) return 'now';
  const [, divisor, unit] = steps.find(([limit]) => seconds < limit)!;
  return relative.format(-Math.floor(seconds / divisor), unit);
}

export function NotificationList({ onOpen }: { onOpen: (item: Item) => void }) {
  const list = useQuery(notificationsQuery());
  const markAll = useMarkAllNotificationsRead();
  // What leads nowhere else is read here, all of it.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  if (list.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-14" />
        ))}
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load your notifications" onRetry={() => void list.refetch()} />;
  if (list.data.results.length === 0)
    return (
      <EmptyState
        icon={<Bell />}
        title="You're all caught up"
        text="Friend requests, messages and session updates show up here."
      />
    );
  return (
    <div className="flex flex-col gap-1">
      {list.data.results.some(({ is_read }) => !is_read) ? (
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
      <ul className="-mx-3 flex flex-col">
        {list.data.results.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => {
                setUnfolded(item.id === unfolded ? null : item.id);
                onOpen(item);
              }}
              className="flex w-full items-start gap-3 rounded-card px-3 py-3 text-left transition hover:bg-bg-secondary"
            >
              {item.actor ? (
                <Avatar
                  name={`${item.actor.first_name} ${item.actor.last_name}`}
                  src={item.actor.avatar_url}
                  color={item.actor.avatar_color}
                  decorative
                />
              ) : (
                <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
                  <Bell aria-hidden="true" className="size-5" />
                </span>
              )}
              <span className="flex min-w-0 flex-1 flex-col">
                <span className={clsx(!item.is_read && 'font-semibold')}>{item.title}</span>
                {item.body ? (
                  <span
                    dir="auto"
                    className={clsx('break-words text-sm text-text-secondary', item.id !== unfolded && 'line-clamp-2')}
                  >
                    {item.body}
                  </span>
                ) : null}
                <time dateTime={item.updated_at} className="text-text-tertiary text-xs">
                  {ago(item.updated_at)}
                </time>
              </span>
              {item.is_read ? null : (
                <span className="mt-2 size-2 shrink-0 rounded-full bg-primary">
                  <span className="sr-only">Unread</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
