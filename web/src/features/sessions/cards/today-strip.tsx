import clsx from 'clsx';
import { workoutName } from '#platform/people/training-words.ts';
import { useParts } from '#ui/list/use-parts.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { SessionItem } from '../session.ts';
import { spotsInWords } from '../session.words.ts';
import { clockTime } from '../times/session-time.ts';
import { WorkoutIcon, workoutAccent } from '../workout.tsx';
import { Faces } from './session-parts.tsx';

type Props = { sessions: readonly SessionItem[]; onOpen: (session: SessionItem) => void };

const tile = 'w-[11rem] max-w-[85vw] shrink-0 snap-start rounded-card border border-border p-4';
const strip = '-mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 pb-1 [scrollbar-width:none] md:mx-0 md:px-0';

/** As many as a phone shows. A busy gym has twenty, which block it when drawn at once. */
const TILES_AT_ONCE = 3;

/** The rest of today at the gym, in a horizontal strip. */
export function TodayStrip({ sessions, onOpen }: Props) {
  const due = useParts(1, Math.ceil(sessions.length / TILES_AT_ONCE));
  return (
    <ul className={strip}>
      {sessions.slice(0, due * TILES_AT_ONCE).map((session) => (
        <li key={session.id} className="flex">
          <button
            type="button"
            onClick={() => onOpen(session)}
            className={clsx(
              tile,
              'relative flex flex-col gap-3 overflow-hidden text-left transition hover:bg-bg-secondary',
            )}
          >
            <span
              aria-hidden="true"
              className={clsx('absolute inset-x-0 top-0 h-1', workoutAccent(session.workout_type))}
            />
            <span className="flex items-center justify-between">
              <time dateTime={session.start_time.utc} className="font-bold text-lg tracking-tight">
                {clockTime(session.start_time)}
              </time>
              <span title={workoutName[session.workout_type]} className="text-text-tertiary">
                <WorkoutIcon type={session.workout_type} name={session.session_type?.name} className="size-4" />
              </span>
            </span>
            <span className="line-clamp-2 min-h-10 font-medium text-sm leading-snug">{session.title}</span>
            <span className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
              <Faces session={session} max={3} size="xs" />
              <span data-figures="" className="text-text-secondary text-xs">
                {spotsInWords(session)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function TodayStripSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading today's sessions" className={strip}>
      {[1, 2, 3].map((key) => (
        <div key={key} className={clsx(tile, 'flex flex-col gap-3')}>
          <Skeleton className="h-6 w-16" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-6 w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}
