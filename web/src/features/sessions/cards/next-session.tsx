import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight, Clock, MapPin } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { workoutName } from '#platform/people/training-words.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useNow } from '#platform/use-now.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { QuickActions } from '../quick-actions/quick-actions.tsx';
import type { SessionItem } from '../session.ts';
import { sessionQuery } from '../sessions.queries.ts';
import { answersInWords } from '../spots/spot-status.ts';
import { countdown } from '../times/session-time.ts';
import { toMap } from '../times/to-map.ts';
import { WorkoutIcon, workoutAccent, workoutGround, workoutTitle } from '../workout.tsx';
import { Faces } from './session-parts.tsx';

type Props = {
  session: SessionItem;
  onOpen: (session: SessionItem) => void;
  /** The gym's address, for directions. */
  address?: string;
};

const HOUR = 3_600_000;

/** The hero of the home screen: the next session, who is in, and how long until it starts. */
export function NextSession({ session, onOpen, address }: Props) {
  // Updates every second in the last hour.
  const [isSoon, setSoon] = useState(() => Date.parse(session.start_time.utc) - serverNow() < HOUR);
  const now = useNow(isSoon ? 1000 : 30_000);
  const soon = Date.parse(session.start_time.utc) - now < HOUR;
  if (soon !== isSoon) setSoon(soon);

  const reader = useUser();
  // The list doesn't have the quick actions and who was invited.
  const detail = useQuery(sessionQuery(useQueryClient(), session.id)).data;
  const answers = detail && (detail.invited.length > 0 || detail.invite_only) ? answersInWords(detail) : null;
  const isAlone = session.current_participants <= 1;
  const title = workoutTitle(session.workout_type);
  return (
    <section
      aria-label="Your next session"
      data-tour="next"
      className={clsx(
        'relative isolate overflow-clip rounded-sheet p-5 transition hover:brightness-97 sm:p-7',
        workoutGround(session.workout_type),
      )}
    >
      <span
        aria-hidden="true"
        className={clsx('absolute inset-y-0 left-0 w-1.5', workoutAccent(session.workout_type))}
      />
      <WorkoutIcon
        type={session.workout_type}
        name={session.session_type?.name}
        className="absolute -right-6 -bottom-8 -z-1 size-44 -rotate-12 opacity-10 sm:size-56"
      />
      <div className="flex flex-col gap-4 sm:gap-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <p className="flex items-center gap-2 font-semibold text-sm">
            <WorkoutIcon type={session.workout_type} name={session.session_type?.name} className="size-4" />
            {session.session_type?.name ?? workoutName[session.workout_type]}
          </p>
          <p
            role="timer"
            data-figures=""
            className="text-right font-bold font-heading text-xl leading-tight tracking-tight"
          >
            {countdown(session.start_time.utc, session.end_time.utc, now)}
          </p>
        </div>
        <div className="flex flex-col gap-1.5">
          <h2 dir="auto" className={clsx('text-2xl', title)}>
            {/* Covers the whole card; links and buttons lie above it. */}
            <button
              type="button"
              onClick={() => onOpen(session)}
              className="text-left after:absolute after:inset-0 after:rounded-sheet focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-current focus-visible:after:-outline-offset-2"
            >
              <span className="line-clamp-2 break-words">{session.title}</span>
            </button>
          </h2>
          <p className={clsx('flex flex-wrap items-center gap-x-4 gap-y-1', title)}>
            <span className="inline-flex shrink-0 items-center gap-1.5">
              <Clock aria-hidden="true" className="size-4 opacity-70" />
              <time dateTime={session.start_time.utc}>
                {momentInWords(session.start_time.utc, session.start_time.timezone, now)}
              </time>
            </span>
            <a
              href={toMap(address ?? session.gym.name)}
              target="_blank"
              rel="noreferrer"
              aria-label={`Directions to ${session.gym.name}`}
              className="touch-target relative z-1 inline-flex min-w-0 max-w-full items-center gap-1.5 hover:underline"
            >
              <MapPin aria-hidden="true" className="size-4 shrink-0 opacity-70" />
              <span className="truncate">{session.gym.name}</span>
            </a>
          </p>
        </div>
        <div className="flex items-center gap-3 large-text:flex-wrap">
          <Faces session={session} max={5} size="md" />
          <span className={clsx('flex min-w-0 flex-1 flex-col text-sm large-text:basis-[8rem]', title)}>
            {isAlone && answers ? null : <span>{withWhom(session, reader.id)}</span>}
            {answers ? <span>{answers}</span> : null}
          </span>
          <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
        </div>
        {detail ? (
          <div className="relative z-1 empty:hidden">
            <QuickActions session={detail} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

function withWhom(session: SessionItem, readerId: string): string {
  const others = session.participants.filter((person) => person.id !== readerId);
  const count = session.current_participants - 1;
  const [first, second] = others.map((person) => person.first_name);
  if (count <= 0) return "You're the first one in";
  if (!first) return `You and ${count === 1 ? '1 other' : `${count} others`}`;
  if (count === 1) return `You and ${first}`;
  if (count === 2 && second) return `You, ${first} and ${second}`;
  return `You, ${first} and ${count === 2 ? '1 other' : `${count - 1} others`}`;
}

/** As tall as the loaded card, so that nothing below moves. */
export function NextSessionSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading your next session" className="flex flex-col gap-2">
      <div className="flex min-h-76 flex-col gap-4 rounded-sheet bg-bg-secondary p-5 sm:gap-5 sm:p-7">
        <div className="flex justify-between">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-28" />
        </div>
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-10 w-40 rounded-full" />
      </div>
      <Skeleton className="ml-1 h-5 w-2/5" />
    </div>
  );
}
