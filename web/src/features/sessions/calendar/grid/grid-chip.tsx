import clsx from 'clsx';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { Faces } from '../../cards/session-parts.tsx';
import type { SessionItem } from '../../session.ts';
import { WorkoutSign } from '../../workout.tsx';
import { lookOf } from '../chip-look.ts';
import { type Entry, entryName, isOver, spotStatus, timesOf } from '../entries.ts';
import { timeText } from '../wall.ts';

type Props = {
  entry: Entry;
  /** Pixels from the top of the grid. */
  top: number;
  height: number;
  left: string;
  width: string;
  /** Approximate width, to choose what to show. */
  pixels: number;
  now: number;
  onOpen: (session: SessionItem) => void;
};

/** Shorter chips have no resize handle, so a press anywhere drags them. */
const RESIZABLE = 30;
const TINY = 62;
const NARROW = 84;
const WIDE = 220;

/** A session in the time grid. More room shows more detail; its accessible name always has everything. */
export const GridChip = memo(function GridChip({ entry, top, height, left, width, pixels, now, onOpen }: Props) {
  const { session } = entry;
  const over = isOver(entry, now);
  const isMovable = session.can_edit && !entry.goesOn;
  const Content = pixels < TINY ? Tiny : height < 34 ? Line : pixels >= WIDE ? Wide : Usual;
  return (
    <li className="absolute p-px" style={{ top, height, left, width }}>
      <button
        type="button"
        aria-label={entryName(entry)}
        data-session={session.id}
        data-movable={isMovable ? '' : undefined}
        onClick={() => onOpen(session)}
        className={clsx(
          'flex h-full w-full overflow-hidden rounded-mark border border-l-3 text-left text-xs leading-4 large-text:leading-tight transition-[filter,opacity] hover:brightness-97 data-dragged:opacity-40',
          isMovable && 'md:cursor-grab',
          lookOf(session, over),
        )}
      >
        <Content entry={entry} height={height} isNarrow={pixels < NARROW} isWide={pixels >= WIDE} now={now} />
        {isMovable && height >= RESIZABLE ? (
          <span data-resize="" className="absolute inset-x-0 bottom-0 hidden h-2 cursor-ns-resize md:block" />
        ) : null}
      </button>
    </li>
  );
});

type ContentProps = { entry: Entry; height: number; isNarrow: boolean; isWide: boolean; now: number };

/** As many whole lines as fit, because half a line is unreadable. */
const lines = (room: number, line: number) => ({ WebkitLineClamp: Math.max(1, Math.floor(room / line)) });

/** Lines of large text that don't fit wrap beside the chip, out of sight, instead of over one another. */
const column =
  'flex min-w-0 flex-1 flex-col overflow-hidden large-text:flex-wrap large-text:gap-x-4 large-text:*:w-full';

/** Narrower than a word: the icon, and as much of the title as fits. */
function Tiny({ entry: { session }, height }: ContentProps) {
  const hasIcon = height >= 36;
  return (
    <span className="flex min-w-0 flex-col gap-0.5 px-0.5 py-0.5 font-medium text-[0.625rem] leading-3">
      {hasIcon ? (
        <WorkoutSign type={session.workout_type} name={session.session_type?.name} className="size-3 shrink-0" />
      ) : null}
      <span
        dir="auto"
        className="line-clamp-1 hyphens-auto [overflow-wrap:anywhere]"
        style={lines(height - (hasIcon ? 22 : 8), 12)}
      >
        {session.title}
      </span>
    </span>
  );
}

function Line({ entry, isNarrow, isWide, now }: ContentProps) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1 px-1">
      <span dir="auto" className="min-w-0 truncate font-semibold">
        {entry.session.title}
      </span>
      {isNarrow ? null : (
        <span data-figures="" className="shrink-0">
          {timeText(entry.start)}
          {isWide ? ` · ${spotStatus(entry, now)}` : ''}
        </span>
      )}
    </span>
  );
}

function Usual({ entry, height, isNarrow, now }: ContentProps) {
  const { session } = entry;
  const spots = spotStatus(entry, now);
  const isLow = height < 50;
  return (
    <span className={clsx(column, isNarrow ? 'px-1 py-0.5' : 'px-1.5 py-1')}>
      <Title session={session} height={height} hasIcon={!isNarrow} />
      <span data-figures="" className="truncate">
        {timeText(entry.start)}
        {entry.zone ? ` ${entry.zone}` : ''}
        {isLow && !isNarrow ? ` · ${spots}` : ''}
      </span>
      {isLow ? null : (
        <span data-figures="" className="mt-auto flex items-center gap-1">
          {session.is_participant && !isNarrow ? <Check aria-hidden="true" className="size-3 shrink-0" /> : null}
          <span className="truncate">{spots}</span>
        </span>
      )}
    </span>
  );
}

/** Enough room for avatars. */
function Wide({ entry, height, now }: ContentProps) {
  const { session } = entry;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 px-2 py-1">
      <span className={clsx(column, 'self-stretch')}>
        <Title session={session} height={height} hasIcon />
        <span data-figures="" className="truncate">
          {timesOf(entry)} · {height < 50 ? spotStatus(entry, now) : nameOf(session.creator)}
        </span>
        {height < 50 ? null : (
          <span data-figures="" className="mt-auto flex items-center gap-1">
            {session.is_participant ? <Check aria-hidden="true" className="size-3 shrink-0" /> : null}
            {spotStatus(entry, now)}
          </span>
        )}
      </span>
      {height < 40 ? null : <Faces session={session} max={4} size="xs" />}
    </span>
  );
}

function Title({ session, height, hasIcon }: { session: SessionItem; height: number; hasIcon: boolean }) {
  const below = height < 50 ? 16 : 32;
  return (
    <span className="flex shrink-0 items-start gap-1 font-semibold">
      {hasIcon ? (
        <WorkoutSign type={session.workout_type} name={session.session_type?.name} className="mt-0.5 size-3 shrink-0" />
      ) : null}
      <span dir="auto" className="line-clamp-1 min-w-0 flex-1 break-words" style={lines(height - below - 12, 16)}>
        {session.title}
      </span>
    </span>
  );
}
