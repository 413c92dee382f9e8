import { midSentence } from '@spotter/contract/time-words.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight, Moon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { NextSession, NextSessionSkeleton } from '#features/sessions/cards/next-session.tsx';
import { TodayStrip, TodayStripSkeleton } from '#features/sessions/cards/today-strip.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { joinableSessionsQuery, mySessionsQuery, todaySessionsQuery } from '#features/sessions/sessions.queries.ts';
import { dayOf } from '#features/sessions/times/session-time.ts';
import { useUser } from '#platform/login/use-login.ts';
import { faceOf } from '#platform/people/face.ts';
import { namesInWords } from '#platform/people/names-in-words.ts';
import { serverNow } from '#platform/server-clock.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { useNow } from '#platform/use-now.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { useModals } from '#routes/modals.ts';
import { AvatarGroup } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { SentInvites } from './offers.tsx';
import { asideClass, Section } from './section.tsx';

type Gym = { id: string; timezone: string };
type Open = { onOpen: (session: SessionItem) => void };

/** The reader's sessions that haven't ended, soonest first; null while loading. */
export function useUpcoming(): SessionItem[] | null {
  const { data } = useQuery(mySessionsQuery());
  const now = useNow(30_000);
  return data?.results.filter(({ end_time }) => Date.parse(end_time.utc) > now) ?? null;
}

/** Whether home showed nothing planned the last time; kept, so that the next wait has the height of what follows. */
const nothingPlanned = storedText(safeLocalStorage, 'nothing-planned');
const DAY = 24 * 3_600_000;

/** Most members who signed up within the last day have nothing planned yet. */
function useExpectsNothing(): boolean {
  const { created_at } = useUser();
  const [expects] = useState(() => {
    const last = nothingPlanned.read();
    return last === null ? serverNow() - Date.parse(created_at) < DAY : last === 'true';
  });
  return expects;
}

/** Whom one trains with next, and what comes after. */
export function NextSection({ gym, onOpen }: { gym: Gym } & Open) {
  const mine = useQuery(mySessionsQuery());
  const upcoming = useUpcoming();
  const { accessible_gyms } = useUser();
  const { open } = useModals();
  const expectsNothing = useExpectsNothing();
  const isEmpty = upcoming && upcoming.length === 0;
  useEffect(() => {
    if (isEmpty !== null) nothingPlanned.write(String(isEmpty));
  }, [isEmpty]);
  if (mine.isPending && mine.fetchStatus !== 'paused')
    return expectsNothing ? <NothingPlannedSkeleton /> : <NextSessionSkeleton />;
  if (!upcoming)
    return (
      <ErrorState
        title="Couldn't load your sessions"
        onRetry={() => void mine.refetch()}
        className="rounded-sheet bg-bg-secondary"
      />
    );
  const [next, then] = upcoming;
  if (!next) return <NothingPlanned gym={gym} />;
  return (
    <div className="flex flex-col gap-2">
      <NextSession
        session={next}
        onOpen={onOpen}
        address={accessible_gyms.find(({ id }) => id === next.gym.id)?.address}
      />
      <div className="flex items-center justify-between gap-4 pl-1 text-sm text-text-secondary large-text:flex-wrap">
        {then ? (
          <button
            type="button"
            onClick={() => onOpen(then)}
            className="touch-target flex min-w-0 large-text:flex-wrap hover:underline"
          >
            <span className="shrink-0">Then {afterwards(then)}:&nbsp;</span>
            <span className="min-w-0 truncate">{then.title}</span>
          </button>
        ) : (
          <span>Nothing after that yet.</span>
        )}
        <ToMySessions />
      </div>
      <SentInvites except={next.id} onOpen={(id) => open({ name: 'session', id })} />
    </div>
  );
}

/** With nothing planned, members to train with this week come first; their sessions follow below. */
function NothingPlanned({ gym }: { gym: Gym }) {
  const { data } = useQuery(joinableSessionsQuery(gym));
  const people = [
    ...new Map(data?.results.flatMap(({ participants }) => participants.map((one) => [one.id, one]))).values(),
  ];
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4 large-text:flex-wrap">
        <h2 className="text-lg">No sessions planned yet</h2>
        <ToMySessions />
      </div>
      {people.length > 1 ? (
        <div className="flex items-center gap-3 rounded-sheet bg-primary-soft p-4 large-text:flex-wrap">
          <AvatarGroup faces={people.slice(0, 5).map(faceOf)} max={5} size="md" />
          <p className="min-w-0 flex-1 text-sm large-text:basis-full sm:text-base">
            <span className="font-semibold">{namesInWords(people)}</span> have spots for you this week.
          </p>
        </div>
      ) : (
        <p className="text-text-secondary">Your next session shows up here, with who's coming and a countdown.</p>
      )}
    </section>
  );
}

const NothingPlannedSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Loading your next session" className="flex flex-col gap-3">
    <Skeleton className="h-7 w-3/5" />
    <Skeleton className="h-19 rounded-sheet" />
  </div>
);

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

const afterwards = ({ start_time }: SessionItem) => midSentence(momentInWords(start_time.utc, start_time.timezone));

/** The rest of today; after closing time, tomorrow. */
export function TodaySection({ gym, onOpen }: { gym: Gym } & Open) {
  const coming = useQuery(todaySessionsQuery(gym));
  const { open } = useModals();
  const now = useNow(30_000);
  const today = dayAt(now, gym.timezone);
  const left = coming.data?.results.filter(({ start_time }) => Date.parse(start_time.utc) > now) ?? [];
  const leftToday = left.filter(({ start_time }) => dayOf(start_time) === today);
  const isTomorrow = leftToday.length === 0 && left.length > 0;
  return (
    <Section
      title={isTomorrow ? 'Tomorrow at your gym' : 'Today at your gym'}
      aside={
        <Link to="/app/calendar" className={asideClass}>
          Open calendar
        </Link>
      }
    >
      {coming.isPending && coming.fetchStatus !== 'paused' ? (
        <TodayStripSkeleton />
      ) : !coming.data ? (
        <SlimError text="Couldn't load today's sessions." onRetry={() => void coming.refetch()} />
      ) : left.length > 0 ? (
        <TodayStrip sessions={isTomorrow ? left : leftToday} onOpen={onOpen} />
      ) : (
        <p className="flex items-center gap-3 rounded-card bg-bg-secondary p-4 text-text-secondary">
          <Moon aria-hidden="true" className="size-5 shrink-0" />
          <span className="flex-1">Nothing on today or tomorrow.</span>
          <Button variant="secondary" size="sm" onClick={() => open({ name: 'create-session' })}>
            Create session
          </Button>
        </p>
      )}
    </Section>
  );
}
