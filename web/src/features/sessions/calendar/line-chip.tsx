import clsx from 'clsx';
import { memo } from 'react';
import type { SessionItem } from '../session.ts';
import { workoutAccent } from '../workout.tsx';
import { lookOf } from './chip-look.ts';
import { type Entry, entryName, isOver } from './entries.ts';
import { timeText } from './wall.ts';

/** A session in one line: color, time, title. */
export const LineChip = memo(function LineChip(props: {
  entry: Entry;
  now: number;
  onOpen: (session: SessionItem) => void;
}) {
  const { entry, now, onOpen } = props;
  const { session } = entry;
  const over = isOver(entry, now);
  const own = session.is_participant && !over;
  return (
    <button
      type="button"
      aria-label={entryName(entry)}
      onClick={() => onOpen(session)}
      className={clsx(
        'flex h-6 w-full items-center gap-1.5 overflow-hidden rounded-mark px-1.5 text-left text-xs transition',
        own ? lookOf(session, false) : 'text-text-secondary hover:bg-bg-secondary-hover hover:text-text-primary',
      )}
    >
      {own ? null : (
        <span
          aria-hidden="true"
          className={clsx('size-2 shrink-0 rounded-full', workoutAccent(session.workout_type))}
        />
      )}
      <span data-figures="" className="shrink-0">
        {timeText(entry.start)}
      </span>
      <span
        dir="auto"
        className={clsx(
          'min-w-0 truncate font-medium',
          !own && !over && session.available_spots > 0 && 'text-text-primary',
        )}
      >
        {session.title}
      </span>
    </button>
  );
});
