import clsx from 'clsx';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { Faces, nameOf } from '../session-parts.tsx';
import type { SessionItem } from '../sessions.queries.ts';
import { WorkoutIcon } from '../workout.tsx';
import { lookOf } from './chip-look.ts';
import { type Entry, entryName, isOver, placesShort, timesOf } from './entries.ts';
import { timeText } from './wall.ts';

type Props = {
  entry: Entry;
  /** In pixels from the top of the grid. */
  top: number;
  height: number;
  left: string;
  width: string;
  /** How wide it comes out, roughly, to choose what is said. */
  pixels: number;
  now: number;
  onOpen: (session: SessionItem) => void;
};

const NARROW = 84;
const WIDE = 200;

/** A session in the grid of hours. The more room it has, the more it says; its name always says everything. */
export const GridChip = memo(function GridChip({ entry, top, height, left, width, pixels, now, onOpen }: Props) {
  const { session } = entry;
  const isSmall = height < 34;
  const isNarrow = pixels < NARROW;
  const isWide = pixels >= WIDE;
  const over = isOver(entry, now);
  return (
    <li className="absolute p-px" style={{ top, height, insetInlineStart: left, width }}>
      <button
        type="button"
        aria-label={entryName(entry)}
        data-session={session.id}
        data-movable={session.can_edit && !entry.goesOn ? '' : undefined}
        onClick={() => onOpen(session)}
        className={clsx(
          'flex h-full w-full overflow-hidden rounded-mark border border-l-3 text-left text-xs leading-4 transition-[filter,opacity,box-shadow] hover:z-1 hover:brightness-97 focus-visible:z-2 data-dragged:opacity-40',
          session.can_edit && !entry.goesOn && 'md:cursor-grab',
          isSmall ? 'items-center gap-1 px-1' : isNarrow ? 'flex-col px-1 py-0.5' : 'flex-col px-1.5 py-1',
          lookOf(session, over),
        )}
      >
        {isSmall ? (
          <>
            <span dir="auto" className="min-w-0 truncate font-semibold">
              {session.title}
            </span>
            {isNarrow ? null : <span className="shrink-0">{timeText(entry.start)}</span>}
          </>
        ) : (
          <>
            <span className="flex min-h-0 shrink items-start gap-1 font-semibold">
              {isNarrow ? null : <WorkoutIcon type={session.workout_type} className="mt-0.5 size-3 shrink-0" />}
              <span dir="auto" className={clsx('min-w-0 break-words', titleLines(height))}>
                {session.title}
              </span>
            </span>
            <span data-figures="" className="truncate">
              {isWide ? timesOf(entry) : timeText(entry.start)}
              {entry.zone && !isWide ? ` ${entry.zone}` : ''}
              {isWide ? ` · ${nameOf(session.creator)}` : ''}
            </span>
            {height >= 50 ? (
              <span data-figures="" className="mt-auto flex items-center gap-1 truncate">
                {session.is_participant && !over ? <Check aria-hidden="true" className="size-3 shrink-0" /> : null}
                <span className="truncate">{over ? 'Over' : placesShort(session)}</span>
                {isWide && height >= 56 ? (
                  <span className="ml-auto">
                    <Faces session={session} max={4} size="xs" />
                  </span>
                ) : null}
              </span>
            ) : null}
          </>
        )}
      </button>
    </li>
  );
});

/** Whole lines only: half a line of a title says nothing. */
function titleLines(height: number): string {
  if (height < 66) return 'line-clamp-1';
  return height < 84 ? 'line-clamp-2' : 'line-clamp-3';
}
