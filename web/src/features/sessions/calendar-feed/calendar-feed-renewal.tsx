import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { myCalendarFeedQuery, useCreateMyCalendarFeed } from './calendar-feed.queries.ts';
import { NewCalendarLink } from './new-calendar-link.tsx';

/**
 * After a password change: the calendar link works without the password, so the member is offered a new one. `onAnswer` is
 * called when they have renewed or kept it.
 */
export function CalendarFeedRenewal({ onAnswer }: { onAnswer?: () => void }) {
  const feed = useQuery(myCalendarFeedQuery());
  const renew = useCreateMyCalendarFeed();
  const [kept, setKept] = useState(false);
  const keep = () => {
    setKept(true);
    onAnswer?.();
  };
  if (kept || !feed.data?.is_active) return null;
  return (
    <section className="flex animate-enter flex-col gap-3 rounded-card bg-bg-secondary p-4">
      <h4 className="font-semibold text-sm">
        {renew.isSuccess ? 'Your new calendar link' : 'Renew your calendar link too?'}
      </h4>
      {renew.isSuccess ? (
        <NewCalendarLink address={renew.data.url} />
      ) : (
        <>
          <p className="text-pretty text-sm text-text-secondary">
            Your calendar link works without a password: anyone who has it can see your sessions. If you renew it, the
            current link stops working right away, and you add the new one to your calendar.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              loading={renew.isPending}
              onClick={() => renew.mutate(undefined, { onSuccess: onAnswer })}
            >
              Renew calendar link
            </Button>
            <Button variant="ghost" size="sm" onClick={keep}>
              Keep current link
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
