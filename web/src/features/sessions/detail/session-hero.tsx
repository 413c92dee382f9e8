import { dayAt } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { workoutName } from '#platform/people/training-words.ts';
import { useNow } from '#platform/use-now.ts';
import { Badge } from '#ui/badge.tsx';
import { SpotsRing } from '../cards/session-parts.tsx';
import type { SessionDetail } from '../session.ts';
import { clockTime, countdown, dayHeading, dayOf } from '../times/session-time.ts';
import { WorkoutIcon, workoutAccent, workoutGround, workoutTitle } from '../workout.tsx';

/** The time, as large as on the home screen, on the workout type's color. The title is in the bar above. */
export function SessionHero({ session }: { session: SessionDetail }) {
  const { start_time: start, end_time: end } = session;
  const now = useNow(30_000);
  const { name, date } = dayHeading(dayOf(start), dayAt(now, start.timezone));
  const isGone = session.status === 'cancelled' || Date.parse(end.utc) <= now;
  return (
    <header
      className={clsx(
        'relative isolate overflow-clip rounded-sheet p-5 sm:p-6',
        workoutGround(session.workout_type),
        isGone && 'saturate-50',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'absolute inset-y-0 left-0 w-1.5 rtl:right-0 rtl:left-auto',
          workoutAccent(session.workout_type),
        )}
      />
      <WorkoutIcon
        type={session.workout_type}
        name={session.session_type?.name}
        className="absolute -right-5 -bottom-9 -z-1 size-40 -rotate-12 opacity-10 rtl:right-auto rtl:-left-5"
      />
      <div className="flex items-center justify-between gap-4 large-text:flex-wrap">
        <div className="flex min-w-0 flex-col gap-1 large-text:basis-[11rem]">
          <p className="flex items-center gap-2 font-semibold text-sm">
            <WorkoutIcon type={session.workout_type} name={session.session_type?.name} className="size-4" />
            <span data-figures="" className="min-w-0 flex-1">
              {session.session_type?.name ?? workoutName[session.workout_type]}
              {session.status === 'cancelled' ? null : ` · ${countdown(start.utc, end.utc, now)}`}
            </span>
            {session.status === 'cancelled' ? <Badge tone="error">Cancelled</Badge> : null}
          </p>
          <p
            className={clsx(
              'font-bold font-heading text-xl tracking-tight sm:text-2xl',
              workoutTitle(session.workout_type),
            )}
          >
            <time dateTime={start.utc} className={clsx(session.status === 'cancelled' && 'line-through decoration-2')}>
              {name}, <span className="whitespace-nowrap">{clockTime(start)}</span>
            </time>
          </p>
          <p className={clsx('text-sm', workoutTitle(session.workout_type))}>
            {date ? (
              <>
                <span className="max-sm:block">{date}</span>
                <span aria-hidden="true" className="max-sm:hidden">
                  {' · '}
                </span>
              </>
            ) : null}
            <span className="whitespace-nowrap">
              until {clockTime(end)} · {session.duration_minutes} min
            </span>
          </p>
        </div>
        <SpotsRing session={session} className="size-16 shrink-0 rounded-full bg-bg-main text-text-primary" />
      </div>
    </header>
  );
}
