import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { dayLong } from '../days.ts';
import { timeText, type Wall } from '../wall.ts';
import type { Stretch } from './drag-times.ts';
import type { GridRange } from './grid-range.ts';

type Props = {
  ref: RefObject<HTMLButtonElement | null>;
  at: Wall;
  days: readonly string[];
  range: GridRange;
  whyNot: (stretch: Stretch) => string | null;
  onMove: (to: Wall) => void;
  /** Moves to a day that isn't visible. */
  onLeave: (day: string) => void;
  onCreate: (stretch: Stretch) => void;
};

const QUARTER = 15;

/** The slot under the keyboard cursor or the last touch; pressing it creates a session there. */
export function SlotCursor({ ref, at, days, range, whyNot, onMove, onLeave, onCreate }: Props) {
  const [said, setSaid] = useState('');
  const column = days.indexOf(at.day);
  const stretch = { day: at.day, start: at.minute, end: Math.min(1440, at.minute + sessionLimits.minutes.usual) };
  const why = whyNot(stretch);

  function move(to: Wall) {
    const minute = Math.max(range.from, Math.min(range.to - QUARTER, to.minute));
    const next = { day: to.day, minute };
    onMove(next);
    if (!days.includes(to.day)) onLeave(to.day);
    const refused = whyNot({ day: next.day, start: minute, end: minute + sessionLimits.minutes.usual });
    setSaid(`${dayLong(next.day)}, ${timeText(minute)}${refused ? `. ${refused}` : ''}`);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { day, minute } = at;
    const big = event.shiftKey ? 4 : 1;
    const to: Record<string, Wall> = {
      ArrowUp: { day, minute: minute - QUARTER * big },
      ArrowDown: { day, minute: minute + QUARTER * big },
      ArrowLeft: { day: addDays(day, -1), minute },
      ArrowRight: { day: addDays(day, 1), minute },
      PageUp: { day: addDays(day, -7), minute },
      PageDown: { day: addDays(day, 7), minute },
      Home: { day, minute: range.from },
      End: { day, minute: range.to },
    };
    const next = to[event.key];
    if (!next) return;
    event.preventDefault();
    move(next);
  }

  if (column === -1) return null;
  return (
    <>
      <button
        ref={ref}
        type="button"
        data-cursor=""
        aria-label={`Create a session on ${dayLong(at.day)} at ${timeText(at.minute)}`}
        aria-description="Use the arrow keys to move around the grid"
        aria-disabled={why !== null}
        onKeyDown={onKeyDown}
        onClick={() => (why ? setSaid(why) : onCreate(stretch))}
        className="pointer-events-none absolute z-4 flex scroll-my-4 items-center gap-1 overflow-hidden rounded-mark border-2 border-primary border-dashed bg-primary-soft px-1.5 text-left font-semibold text-primary-text text-xs opacity-0 focus:pointer-events-auto focus:opacity-100 aria-disabled:border-border-control aria-disabled:bg-bg-secondary aria-disabled:text-text-secondary"
        style={{
          top: at.minute - range.from,
          height: 30,
          left: `${(column / days.length) * 100}%`,
          width: `calc(${100 / days.length}% - 4px)`,
        }}
      >
        {why ? null : <Plus aria-hidden="true" className="size-3.5 shrink-0" />}
        <span className="truncate">
          {timeText(at.minute)}
          {why ? ` · ${why}` : ''}
        </span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
