import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus, Moon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { NextSession, NextSessionSkeleton } from '#features/sessions/next-session.tsx';
import { faceOf, nameOf } from '#features/sessions/session-parts.tsx';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/session-row.tsx';
import { clockTime, dayIn, dayInWords, dayOf } from '#features/sessions/session-time.ts';
import { joinableQuery, mySessionsQuery, type SessionItem, todayQuery } from '#features/sessions/sessions.queries.ts';
import { TodayStrip, TodayStripSkeleton } from '#features/sessions/today-strip.tsx';
import { WorkoutIcon, type WorkoutType, workoutName } from '#features/sessions/workout.tsx';
import { useUser } from '#platform/session/session.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Chip } from '#ui/chip.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

type Gym = { id: string; timezone: string };
type Open = { onOpen: (session: SessionItem) => void };

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const toCalendar = (
  <Link to="/app/calendar" className="touch-target shrink-0 font-medium text-primary-text text-sm hover:underline">
    Whole calendar
  </Link>
);

export function NextSection({ onOpen }: Open) {
  const mine = useQuery(mySessionsQuery());
  if (mine.isPending) return <NextSessionSkeleton />;
  if (mine.isError)
    return (
      <ErrorState
        text="Your sessions did not load. Nothing of them is lost."
        onRetry={() => void mine.refetch()}
        className="rounded-sheet bg-bg-secondary"
      />
    );
  const next = mine.data.results[0];
  if (next) return <NextSession session={next} onOpen={onOpen} />;
  return (
    <EmptyState
      className="rounded-sheet bg-bg-secondary"
      icon={<CalendarPlus />}
      title="Nothing planned yet"
      text="Your next session will be here, with who is coming and how long until it starts."
      action={
        <Link to="/app/calendar" className={buttonClass()}>
          Find a session
        </Link>
      }
    />
  );
}

export function TodaySection({ gym, onOpen }: { gym: Gym } & Open) {
  const today = useQuery(todayQuery(gym));
  return (
    <Section title="Today at your gym" aside={toCalendar}>
      {today.isPending ? (
        <TodayStripSkeleton />
      ) : today.isError ? (
        <ErrorState text="Today's sessions did not load." onRetry={() => void today.refetch()} />
      ) : today.data.results.length > 0 ? (
        <TodayStrip sessions={today.data.results} onOpen={onOpen} />
      ) : (
        <p className="flex items-center gap-3 rounded-card bg-bg-secondary p-4 text-text-secondary">
          <Moon aria-hidden="true" className="size-5 shrink-0" />
          Nothing more today. Tomorrow is in the calendar.
        </p>
      )}
    </Section>
  );
}

export function JoinableSection({ gym, onOpen }: { gym: Gym } & Open) {
  const joinable = useQuery(joinableQuery(gym));
  const [type, setType] = useState<WorkoutType | null>(null);
  const today = dayIn(gym.timezone, new Date());
  const all = joinable.data?.results ?? [];
  const types = [...new Set(all.map((session) => session.workout_type))];
  const shown = type ? all.filter((session) => session.workout_type === type) : all;
  return (
    <Section title="Sessions you can join">
      {types.length > 1 ? (
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
          <Chip selected={type === null} onToggle={() => setType(null)}>
            All
          </Chip>
          {types.map((option) => (
            <Chip
              key={option}
              icon={<WorkoutIcon type={option} />}
              selected={type === option}
              onToggle={() => setType(type === option ? null : option)}
            >
              {workoutName[option]}
            </Chip>
          ))}
        </div>
      ) : null}
      {joinable.isPending ? (
        <SessionRowsSkeleton />
      ) : joinable.isError ? (
        <ErrorState text="The sessions did not load." onRetry={() => void joinable.refetch()} />
      ) : shown.length > 0 ? (
        <ul className="-mx-3 flex flex-col">
          {shown.slice(0, 8).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              day={dayInWords(dayOf(session.start_time), today)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<CalendarDays />}
          title="Nothing open this week"
          text="Sessions with a place for you will be listed here as they come up."
          action={
            <Link to="/app/calendar" className={buttonClass({ variant: 'secondary' })}>
              Look further ahead
            </Link>
          }
        />
      )}
    </Section>
  );
}

/** Everybody else who trains here today, each with where to find them. */
export function TrainingTodaySection({ gym, onOpen }: { gym: Gym } & Open) {
  const today = useQuery(todayQuery(gym));
  const reader = useUser();
  if (today.isPending)
    return (
      <Section title="Who trains today">
        <div className="flex flex-col gap-3" aria-busy="true">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      </Section>
    );
  const people = new Map<string, { person: SessionItem['creator']; session: SessionItem }>();
  for (const session of today.data?.results ?? [])
    for (const person of session.participants)
      if (person.id !== reader.id && !people.has(person.id)) people.set(person.id, { person, session });
  if (people.size === 0) return null;
  return (
    <Section title="Who trains today">
      <ul className="-mx-3 flex flex-col">
        {[...people.values()].slice(0, 8).map(({ person, session }) => (
          <li key={person.id}>
            <button
              type="button"
              onClick={() => onOpen(session)}
              className="flex w-full items-center gap-3 rounded-card px-3 py-2 text-left transition hover:bg-bg-secondary"
            >
              <Avatar {...faceOf(person)} decorative />
              <span className="flex min-w-0 flex-col">
                <span className="truncate font-medium">{nameOf(person)}</span>
                <span className="truncate text-sm text-text-secondary">
                  {session.title}, {clockTime(session.start_time)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
