import { dayAt } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { Clock, Gauge, Globe, MapPin, Repeat, VenusAndMars } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { levelsInWords, SpotsRing } from '../cards/session-parts.tsx';
import { WorkoutIcon, workoutAccent, workoutGround, workoutName } from '../cards/workout.tsx';
import type { SessionDetail } from '../session.ts';
import { genderInWords } from '../spots/spot-status.ts';
import { clockTime, dayInWords, dayOf, fullDay } from '../times/session-time.ts';
import { elsewhereInWords } from './elsewhere.ts';

type Props = { session: SessionDetail; heading: 'h1' | 'h2' };

/** What and when, as large as on the home screen, on the ground of its kind of workout. */
export function SessionHero({ session, heading: Heading }: Props) {
  const { start_time: start, end_time: end } = session;
  const today = dayAt(Date.now(), start.timezone);
  const day = dayInWords(dayOf(start), today);
  const isGone = session.status === 'cancelled' || Date.parse(end.utc) <= Date.now();
  return (
    <header
      className={clsx(
        'relative isolate overflow-hidden rounded-sheet p-5 sm:p-6',
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
        className="absolute -right-5 -bottom-9 -z-1 size-40 -rotate-12 opacity-10 rtl:right-auto rtl:-left-5"
      />
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-2 font-semibold text-sm">
            <WorkoutIcon type={session.workout_type} className="size-4" />
            {session.session_type?.name ?? workoutName[session.workout_type]}
            {session.status === 'cancelled' ? <Badge tone="error">Cancelled</Badge> : null}
          </p>
          <Heading
            dir="auto"
            className={clsx(
              'break-words text-text-primary text-xl sm:text-2xl',
              session.status === 'cancelled' && 'line-through decoration-2',
            )}
          >
            {session.title}
          </Heading>
          <p className="mt-1 text-base text-text-primary">
            <time dateTime={start.utc} className="whitespace-nowrap font-semibold">
              {day}, {clockTime(start)}
            </time>{' '}
            <span className="whitespace-nowrap text-sm">to {clockTime(end)}</span>
          </p>
        </div>
        <SpotsRing session={session} className="size-16 shrink-0 rounded-full bg-bg-main/80 text-text-primary" />
      </div>
    </header>
  );
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where, for whom, how often: each on a line of its own. */
export function SessionFacts({ session }: { session: SessionDetail }) {
  const { start_time: start } = session;
  const gender = genderInWords(session);
  const elsewhere = elsewhereInWords(start, deviceZone());
  return (
    <ul className="flex flex-col gap-3">
      <Fact icon={<Clock />}>
        {fullDay(dayOf(start))}
        <span className="block text-sm text-text-secondary">
          {session.duration_minutes} minutes · {start.relative}
        </span>
      </Fact>
      {elsewhere ? <Fact icon={<Globe />}>{elsewhere}</Fact> : null}
      <Fact icon={<MapPin />}>{session.gym.name}</Fact>
      {session.series ? (
        <Fact icon={<Repeat />}>
          {session.series.in_words}
          {session.series.joined ? (
            <span className="block text-sm text-text-secondary">
              {session.is_participant ? "You're in every one" : "You're skipping this one"}
            </span>
          ) : null}
        </Fact>
      ) : null}
      <Fact icon={<Gauge />}>{levelsInWords(session)}</Fact>
      {gender ? <Fact icon={<VenusAndMars />}>{gender}</Fact> : null}
    </ul>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-text-tertiary">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
