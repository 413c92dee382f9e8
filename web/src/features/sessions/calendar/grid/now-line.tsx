import { useNow } from '../../times/use-now.ts';
import { timeText, wallMinuteAt } from '../wall.ts';
import type { GridRange } from './grid-range.ts';

/** Marks the current time. */
export function NowLine({ zone, day, range }: { zone: string; day: string; range: GridRange }) {
  const wall = wallMinuteAt(useNow(20_000), zone);
  if (wall.day !== day || wall.minute < range.from || wall.minute > range.to) return null;
  return (
    <div
      data-now=""
      className="pointer-events-none absolute inset-x-0 z-3 h-0.5 -translate-y-1/2 bg-calendar-current-time"
      style={{ top: wall.minute - range.from }}
    >
      <span className="absolute top-1/2 -left-1.5 size-3 -translate-y-1/2 rounded-full bg-calendar-current-time ring-2 ring-bg-main" />
      <span className="sr-only">It's {timeText(wall.minute)}</span>
    </div>
  );
}
