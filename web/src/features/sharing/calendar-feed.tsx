import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarPlus, CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Dialog } from '#ui/layer/dialog.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { AddressBox } from './address-box.tsx';
import { calendarFeedQuery, useEndFeed, useMakeFeed } from './sharing.queries.ts';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** All one's sessions in the calendar of one's phone: the address is made, shown once, watched and ended here. */
export function CalendarFeed() {
  const feed = useQuery(calendarFeedQuery());
  const make = useMakeFeed();
  const end = useEndFeed();
  const [asks, setAsks] = useState<'replace' | 'end' | null>(null);
  if (feed.isPending) return <SkeletonText lines={3} />;
  if (feed.isError)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-text-secondary">
        Your calendar address did not load.
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
            Your phone’s calendar can follow your sessions: new ones, moves and cancellations come by themselves. Only
            you should know the address, as whoever has it sees your sessions.
          </p>
          <Button className="self-start" icon={<CalendarPlus />} loading={make.isPending} onClick={() => make.mutate()}>
            Make my calendar address
          </Button>
        </>
      )}
      {address ? (
        <>
          <AddressBox label="Calendar address" address={address} />
          <p className="text-pretty text-sm text-text-secondary">
            Copy it now: it is shown this once. In Google or Outlook, add a calendar ‘from URL’ and paste it.
          </p>
          <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ className: 'self-start' })}>
            <CalendarPlus aria-hidden="true" />
            Open in my calendar
          </a>
        </>
      ) : null}
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
              {last_read_at
                ? `Your calendar last looked ${when.format(new Date(last_read_at))}.`
                : 'No calendar has looked yet.'}
              {created_at ? ` Made ${when.format(new Date(created_at))}.` : ''}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {address ? null : (
              <Button variant="secondary" size="sm" loading={make.isPending} onClick={() => setAsks('replace')}>
                Make a new address
              </Button>
            )}
            <Button variant="secondary" size="sm" loading={end.isPending} onClick={() => setAsks('end')}>
              Stop sharing
            </Button>
          </div>
        </>
      ) : null}
      <Dialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={asks === 'end' ? 'Stop sharing your calendar?' : 'Make a new address?'}
        description="Calendars that follow the address you have now will no longer be told of your sessions."
      >
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => setAsks(null)}>
            Keep it
          </Button>
          <Button variant={asks === 'end' ? 'danger' : 'primary'} onClick={confirm}>
            {asks === 'end' ? 'Stop sharing' : 'Make a new one'}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
