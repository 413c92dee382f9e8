import { CalendarArrowDown, CalendarSync } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { CalendarFeed } from '../calendar-feed/calendar-feed.tsx';
import { ShareLink } from './share-link.tsx';
import { ShareToChat } from './share-to-chat.tsx';
import { type Shared, useGetSessionCalendarFile } from './sharing.queries.ts';

/** All ways to share a session, for the inside of a sheet. */
export function ShareSession({ session, onOpenChat }: { session: Shared; onOpenChat: (id: string) => void }) {
  const file = useGetSessionCalendarFile(session);
  return (
    <div className="flex flex-col gap-7">
      {session.invite_only ? (
        <p className="text-text-secondary">
          Only invited people can join. To share it with more people, the host can let others join.
        </p>
      ) : (
        <>
          <section aria-label="Link">
            <ShareLink session={session} />
          </section>
          <section className="flex flex-col gap-3">
            <h3 className="text-base">Send in a chat</h3>
            <ShareToChat session={session} onOpenChat={onOpenChat} />
          </section>
        </>
      )}
      <section className="flex flex-col gap-1">
        <h3 className="text-base">Calendar</h3>
        <div className="flex min-h-13 items-center gap-3 border-border border-b py-2.5">
          <CalendarArrowDown aria-hidden="true" className="size-5 shrink-0 text-text-tertiary" />
          <span className="min-w-0 flex-1 font-medium">This session</span>
          <Button variant="secondary" size="sm" loading={file.isPending} onClick={() => file.mutate()}>
            Add to calendar
          </Button>
        </div>
        <Disclosure icon={<CalendarSync aria-hidden="true" />} label="All my sessions" value="Sync to my calendar">
          <CalendarFeed />
        </Disclosure>
      </section>
    </div>
  );
}
