import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarPlus, ChevronRight, Moon, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { NextSession, NextSessionSkeleton } from '#features/sessions/cards/next-session.tsx';
import { TodayStrip, TodayStripSkeleton } from '#features/sessions/cards/today-strip.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { mySessionsQuery, todaySessionsQuery } from '#features/sessions/sessions.queries.ts';
import { clockTime, dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { useNow } from '#features/sessions/times/use-now.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals/modals.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { SlimError } from '#ui/slim-error.tsx';
import { asideClass, Section } from './section.tsx';

type Gym = { id: string; timezone: string };
type Open = { onOpen: (session: SessionItem) => void };

/** Whom one trains with next, and what comes after. */
export function NextSection({ onOpen }: Open) {
  const mine = useQuery(mySessionsQuery());
  const { accessible_gyms } = useUser();
  const { open } = useModals();
  const now = useNow(30_000);
  if (mine.isPending && mine.fetchStatus !== 'paused') return <NextSessionSkeleton />;
  if (!mine.data)
    return (
      <ErrorState
        title="Couldn't load your sessions"
        onRetry={() => void mine.refetch()}
        className="rounded-sheet bg-bg-secondary"
      />
    );
  const [next, then] = mine.data.results.filter(({ end_time }) => Date.parse(end_time.utc) > now);
  if (!next)
    return (
      <div className="flex flex-col gap-2">
        <EmptyState
          // On a phone the words alone, so that today is in sight below them.
          className="rounded-sheet bg-bg-secondary py-6 max-md:[&>span:first-child]:hidden"
          icon={<CalendarPlus />}
          title="No sessions planned yet"
          text="Your next session shows up here, with who's coming and a countdown."
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Link to="/app/calendar" className={buttonClass()}>
                Find a session
              </Link>
              <Button variant="secondary" icon={<Plus />} onClick={() => open({ name: 'create-session' })}>
                Create session
              </Button>
            </span>
          }
        />
        <ToMySessions className="self-end" />
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <NextSession
        session={next}
        onOpen={onOpen}
        address={accessible_gyms.find(({ id }) => id === next.gym.id)?.address}
      />
      <div className="flex items-center justify-between gap-4 pl-1 text-sm text-text-secondary">
        {then ? (
          <button type="button" onClick={() => onOpen(then)} className="touch-target min-w-0 truncate hover:underline">
            Then {afterwards(then)}: {then.title}
          </button>
        ) : (
          <span>Nothing after that yet.</span>
        )}
        <ToMySessions />
      </div>
    </div>
  );
}

/** Also shown with nothing planned: waitlists and past sessions are behind it. */
function ToMySessions({ className }: { className?: string }) {
  const { open } = useModals();
  return (
    <button
      type="button"
      onClick={() => open({ name: 'my-sessions' })}
      className={clsx(asideClass, 'inline-flex items-center', className)}
    >
      My sessions
      <ChevronRight aria-hidden="true" className="size-4" />
    </button>
  );
}

function afterwards({ start_time }: SessionItem): string {
  const day = dayInWords(dayOf(start_time), dayAt(Date.now(), start_time.timezone));
  return `${day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : day}, ${clockTime(start_time)}`;
}

export function TodaySection({ gym, onOpen }: { gym: Gym } & Open) {
  const today = useQuery(todaySessionsQuery(gym));
  const { open } = useModals();
  return (
    <Section
      title="Today at your gym"
      aside={
        <Link to="/app/calendar" className={asideClass}>
          Open calendar
        </Link>
      }
    >
      {today.isPending && today.fetchStatus !== 'paused' ? (
        <TodayStripSkeleton />
      ) : !today.data ? (
        <SlimError text="Couldn't load today's sessions." onRetry={() => void today.refetch()} />
      ) : today.data.results.length > 0 ? (
        <TodayStrip sessions={today.data.results} onOpen={onOpen} />
      ) : (
        <p className="flex items-center gap-3 rounded-card bg-bg-secondary p-4 text-text-secondary">
          <Moon aria-hidden="true" className="size-5 shrink-0" />
          <span className="flex-1">No more sessions today.</span>
          <Button variant="secondary" size="sm" onClick={() => open({ name: 'create-session' })}>
            Create session
          </Button>
        </p>
      )}
    </Section>
  );
}
