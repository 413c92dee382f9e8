import { useNow } from '#platform/use-now.ts';
import { timeText, wallMinuteAt } from '../wall.ts';
import type { GridRange } from './grid-range.ts';

/** Marks the current time: a line behind the sessions, so that it crosses no title, and a dot in front of them. */
export function NowLine({ zone, day, range }: { zone: string; day: string; range: GridRange }) {
  const wall = wallMinuteAt(useNow(20_000), zone);
  if (wall.day !== day || wall.minute < range.from || wall.minute > range.to) return null;
  return (
    <>
      <div
        data-now=""
        className="pointer-events-none absolute inset-x-0 h-0.5 bg-calendar-current-time"
        style={{ top: wall.minute - range.from - 1 }}
      >
        <span className="sr-only">It's {timeText(wall.minute)}</span>
      </div>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -left-1.5 z-3 size-3 rounded-full bg-calendar-current-time ring-2 ring-bg-main"
        style={{ top: wall.minute - range.from - 6 }}
      />
    </>
  );
}
