import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarPlus, CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Dialog } from '#ui/layer/dialog.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { myCalendarFeedQuery, useCreateMyCalendarFeed, useRevokeMyCalendarFeed } from './calendar-feed.queries.ts';
import { NewCalendarLink } from './new-calendar-link.tsx';

const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Syncs the reader's sessions to their own calendar: creates the link, shows it once and turns it off. */
export function CalendarFeed() {
  const feed = useQuery(myCalendarFeedQuery());
  const make = useCreateMyCalendarFeed();
  const end = useRevokeMyCalendarFeed();
  const [asks, setAsks] = useState<'replace' | 'end' | null>(null);
  if (feed.isPending) return <SkeletonText lines={3} />;
  if (feed.isError)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-text-secondary">
        Couldn't load your calendar link.
        <Button variant="secondary" size="sm" onClick={() => void feed.refetch()}>
          Try again
        </Button>
      </p>
    );
  const { is_active, created_at, last_read_at } = feed.data;
  const address = is_active ? make.data?.url : undefined;
  const confirm = () => {
    if (asks === 'end') end.mutate(undefined, { onSuccess: () => make.reset() });
    else make.mutate();
    setAsks(null);
  };
  return (
    <div className="flex flex-col gap-4">
      {is_active ? null : (
        <>
          <p className="text-pretty text-sm text-text-secondary">
            See your sessions in your phone's calendar. New sessions, changes and cancellations appear on their own.
            Keep the link private: anyone who has it can see your sessions.
          </p>
          <Button className="self-start" icon={<CalendarPlus />} loading={make.isPending} onClick={() => make.mutate()}>
            Sync to my calendar
          </Button>
        </>
      )}
      {address ? <NewCalendarLink address={address} /> : null}
      {is_active ? (
        <>
          <p className="flex items-start gap-2.5 text-sm text-text-secondary">
            <CalendarSync
              aria-hidden="true"
              className={clsx(
                'mt-px size-5 shrink-0',
                last_read_at ? 'text-status-success-text' : 'text-text-tertiary',
              )}
            />
            <span>
              {last_read_at ? `Last synced ${when.format(new Date(last_read_at))}.` : 'Not synced yet.'}
              {created_at ? ` Created ${when.format(new Date(created_at))}.` : ''}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {address ? null : (
              <Button variant="secondary" size="sm" loading={make.isPending} onClick={() => setAsks('replace')}>
                Get a new link
              </Button>
            )}
            <Button variant="secondary" size="sm" loading={end.isPending} onClick={() => setAsks('end')}>
              Stop syncing
            </Button>
          </div>
        </>
      ) : null}
      <Dialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'end' ? 'Stop syncing your calendar?' : 'Get a new link?'}
        description="Calendars that use your current link will stop updating."
      >
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => setAsks(null)}>
            Keep current link
          </Button>
          <Button variant={asks === 'end' ? 'danger' : 'primary'} onClick={confirm}>
            {asks === 'end' ? 'Stop syncing' : 'Get new link'}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
