import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { SessionItem } from '../session.ts';
import { levelsInWords } from '../session.words.ts';
import { SpotsNote } from '../spots/spots-note.tsx';
import { clockTime, hasEnded } from '../times/session-time.ts';
import { WorkoutMark } from '../workout.tsx';
import { Faces } from './session-parts.tsx';

/** What a row needs; another feature's list may know no more of a session. */
export type SessionInRow = Pick<SessionItem, 'id' | 'title' | 'workout_type'> & {
  start_time: Pick<SessionItem['start_time'], 'utc' | 'local'>;
  gym: Pick<SessionItem['gym'], 'name'>;
};

type Props<S extends SessionInRow> = {
  session: S | SessionItem;
  day?: string;
  /** Set if the list covers several gyms. */
  showGym?: boolean;
  /** Set if the clocks of the list differ. */
  zone?: string | null;
  /** With this, the row is a button. */
  onOpen?: (session: S | SessionItem) => void;
  /** A one-tap action next to the row. */
  action?: ReactNode;
  /** Replaces the spots left when they no longer matter. */
  note?: ReactNode;
};

const row =
  'flex min-w-0 flex-1 items-center gap-4 rounded-card px-3 py-3.5 text-left large-text:flex-wrap large-text:basis-full md:large-text:basis-[20rem]';

/** One session in a list, the same everywhere: time and title large, then who is in; at the edge what can be done. */
export function SessionRow<S extends SessionInRow = SessionItem>(props: Props<S>) {
  const { session, day, showGym = false, zone, onOpen, action, note } = props;
  const known = isWhole(session) ? session : null;
  const content = (
    <>
      <WorkoutMark type={session.workout_type} name={known?.session_type?.name} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 large-text:basis-[9rem]">
        <span className="truncate font-semibold leading-snug">
          <bdi>{session.title}</bdi>
        </span>
        <span className="overflow-x-clip text-sm leading-snug">
          {/* On the next line, the level's dot is beyond the edge. */}
          <span className="-ms-3 flex flex-wrap *:ps-3">
            <When session={session} day={day} zone={zone} />
            {known && !isForAll(known) ? (
              <span className="relative text-text-secondary before:absolute before:start-1 before:content-['·']">
                {levelsInWords(known)}
              </span>
            ) : null}
          </span>
        </span>
        <span className="mt-0.5 flex min-w-0 items-center gap-2 text-sm large-text:flex-wrap text-text-secondary leading-snug">
          {known ? <Faces session={known} max={4} size="xs" /> : null}
          <span className="truncate">
            {known ? <Host session={known} /> : null}
            {known && showGym ? ' · ' : null}
            {showGym || !known ? session.gym.name : null}
          </span>
        </span>
      </span>
      {action ? null : (
        <span className="max-w-full shrink-0 text-right empty:hidden">
          {note === undefined && known ? <SpotsNote session={known} /> : note}
        </span>
      )}
    </>
  );
  return (
    <li className="flex items-center large-text:flex-wrap">
      {onOpen ? (
        <button type="button" onClick={() => onOpen(session)} className={clsx(row, 'transition hover:bg-bg-secondary')}>
          {content}
        </button>
      ) : (
        <div className={row}>{content}</div>
      )}
      {action ? (
        <div className="flex w-26 shrink-0 flex-col items-center gap-1 pr-3 text-center large-text:ml-auto large-text:w-auto">
          {action}
        </div>
      ) : null}
    </li>
  );
}

const isWhole = (session: SessionInRow | SessionItem): session is SessionItem => 'creator' in session;

function Host({ session }: { session: SessionItem }) {
  if (useUser().id !== session.creator.id) return `with ${session.creator.first_name}`;
  return hasEnded(session, serverNow()) ? 'You hosted' : "You're hosting";
}

const isForAll = (session: SessionItem) =>
  session.fitness_level_min === 'beginner' && session.fitness_level_max === 'advanced';

/** Never cut: a long level goes to the next line. */
type WhenProps = { session: SessionInRow; day?: string | undefined; zone?: string | null | undefined };
const When = ({ session: { start_time: start }, day, zone }: WhenProps) => (
  <time dateTime={start.utc} className="whitespace-nowrap font-medium">
    {day ? `${day}, ` : ''}
    {clockTime(start)}
    {zone ? ` ${zone}` : ''}
  </time>
);

export function SessionRowsSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <ul aria-busy="true" aria-label="Loading sessions" className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name
        <li key={row} className="flex min-h-24.75 items-center gap-4 px-3 py-3.5">
          <Skeleton className="size-11" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </span>
          <Skeleton className="h-6 w-16 rounded-full" />
        </li>
      ))}
    </ul>
  );
}
