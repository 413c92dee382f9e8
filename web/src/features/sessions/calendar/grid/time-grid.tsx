import { timeOf } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { serverNow } from '#platform/server-clock.ts';
import { useNow } from '#platform/use-now.ts';
import { spokenTime } from '#platform/wall-time.ts';
import type { SessionItem } from '../../session.ts';
import type { OpenDay } from '../../times/opening-hours.ts';
import { WorkoutSigns } from '../../workout.tsx';
import type { EntriesByDay, Entry } from '../entries.ts';
import { useSwipe } from '../use-swipe.ts';
import { clockChangeOn, type Wall, wallMinuteAt } from '../wall.ts';
import { DayColumn, type Overfull } from './day-column.tsx';
import { DragLayer } from './drag-layer.tsx';
import type { Stretch } from './drag-times.ts';
import type { GridRange } from './grid-range.ts';
import { ColumnsSkeleton } from './grid-skeleton.tsx';
import { SlotCursor } from './slot-cursor.tsx';

export type GridProps = {
  /** The visible days, and those one step back and forward. */
  days: readonly string[];
  before: readonly string[];
  after: readonly string[];
  entries: EntriesByDay;
  openOn: (day: string) => OpenDay | null;
  range: GridRange;
  zone: string;
  today: string;
  isLoading: boolean;
  swipes: boolean;
  whyNot: (stretch: Stretch) => string | null;
  onStep: (direction: 1 | -1) => void;
  onDay: (day: string) => void;
  onOpen: (session: SessionItem) => void;
  onOverflow: (overfull: Overfull) => void;
  onCreate: (stretch: Stretch) => void;
  onMove: (entry: Entry, stretch: Stretch) => void;
  /** Content above the grid. */
  over: ReactNode;
};

const none: readonly Entry[] = [];

/** Days side by side, by the hour. */
export function TimeGrid(props: GridProps) {
  const { days, before, after, range, zone, isLoading, swipes, whyNot, onStep, onDay, onCreate, onMove } = props;
  const body = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const cursorButton = useRef<HTMLButtonElement>(null);
  const width = useWidth(body);
  const now = useNow(60_000);
  const swiping = useSwipe(body, track, days.join(), swipes ? onStep : null);
  const [chosen, setChosen] = useState<Wall | null>(null);
  const cursor = chosen && days.includes(chosen.day) ? chosen : firstSlot(days, range, zone, now);
  const shown = useRef(props);
  shown.current = props;
  useStartInSight(body, range, !isLoading, () => startOf(shown.current));

  const entryOf = useCallback(
    (id: string, day: string) => shown.current.entries.get(day)?.find(({ session }) => session.id === id),
    [],
  );
  const columns = { ...props, now, pixels: Math.max(40, width / days.length - 4) };
  return (
    <div data-cells="" className="flex">
      <WorkoutSigns />
      <Hours range={range} />
      <div
        ref={body}
        className={clsx(
          'relative box-content min-w-0 flex-1 select-none border-calendar-grid-line border-b bg-[linear-gradient(var(--color-calendar-grid-line)_1px,transparent_1px)] bg-size-[100%_60px] data-dragging:cursor-grabbing',
          swipes && 'touch-pan-y overflow-x-clip',
        )}
        style={{ height: range.to - range.from, backgroundPositionY: -(range.from % 60) }}
      >
        <SlotCursor
          ref={cursorButton}
          at={cursor}
          days={days}
          range={range}
          whyNot={whyNot}
          onMove={setChosen}
          onLeave={onDay}
          onCreate={onCreate}
        />
        <div ref={track} className="absolute inset-0">
          {swiping ? <Columns {...columns} days={before} className="right-full w-full" /> : null}
          {isLoading ? <ColumnsSkeleton days={days.length} /> : <Columns {...columns} days={days} className="w-full" />}
          {swiping ? <Columns {...columns} days={after} className="left-full w-full" /> : null}
        </div>
        {props.over ? (
          <div className="pointer-events-none absolute inset-0 z-5 pt-30">
            <div className="sticky top-60">{props.over}</div>
          </div>
        ) : null}
        <DragLayer
          body={body}
          days={days}
          range={range}
          entryOf={entryOf}
          whyNot={whyNot}
          onCreate={onCreate}
          onMove={onMove}
          onTouch={({ day, minute }) => {
            setChosen({ day, minute: Math.floor(minute / 30) * 30 });
            cursorButton.current?.focus({ preventScroll: true });
          }}
        />
      </div>
    </div>
  );
}

type ColumnsProps = GridProps & { now: number; pixels: number; className: string };

function Columns({
  days,
  entries,
  openOn,
  range,
  zone,
  today,
  now,
  pixels,
  className,
  onOpen,
  onOverflow,
}: ColumnsProps) {
  return (
    <div
      className={clsx('absolute inset-y-0 grid', className)}
      style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
    >
      {days.map((day) => (
        <DayColumn
          key={day}
          day={day}
          entries={entries.get(day) ?? none}
          range={range}
          open={openOn(day)}
          change={clockChangeOn(day, zone)}
          pixels={pixels}
          isToday={day === today}
          now={now}
          zone={zone}
          onOpen={onOpen}
          onOverflow={onOverflow}
        />
      ))}
    </div>
  );
}

function Hours({ range }: { range: GridRange }) {
  const hours: number[] = [];
  for (let minute = Math.ceil(range.from / 60) * 60; minute < range.to; minute += 60) hours.push(minute);
  return (
    <div
      aria-hidden="true"
      className="relative w-[max(--spacing(12),2.75rem)] shrink-0 md:w-[max(--spacing(16),2.75rem)]"
      style={{ height: range.to - range.from }}
    >
      {hours.map((minute) => (
        <span
          key={minute}
          data-figures=""
          className="absolute right-2 -translate-y-1/2 whitespace-nowrap text-calendar-time-label text-xs first:translate-y-0"
          style={{ top: minute - range.from }}
        >
          {spokenTime(timeOf(minute))}
        </span>
      ))}
    </div>
  );
}

/** Until measured, as wide as the window allows. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(() => Math.max(300, window.innerWidth - (window.innerWidth < 768 ? 80 : 240)));
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The next whole hour today, else the start of the first day. */
function firstSlot(days: readonly string[], range: GridRange, zone: string, now: number): Wall {
  const { day, minute } = wallMinuteAt(now, zone);
  const next = Math.min(range.to - 60, Math.max(range.from, Math.ceil(minute / 60) * 60));
  return days.includes(day) ? { day, minute: next } : { day: days[0] ?? day, minute: Math.ceil(range.from / 60) * 60 };
}

/** Where to scroll first: to the current time, else to the first session. */
function startOf({ days, entries, today, zone, range }: GridProps): number {
  if (days.includes(today)) return wallMinuteAt(serverNow(), zone).minute;
  const starts = days.flatMap((day) => entries.get(day)?.[0]?.start ?? []);
  return starts.length > 0 ? Math.min(...starts) : range.from;
}

/** Once, and only before the user has scrolled. */
function useStartInSight(
  body: { current: HTMLElement | null },
  range: GridRange,
  isReady: boolean,
  start: () => number,
) {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!isReady || isDone.current || !body.current) return;
    isDone.current = true;
    if (window.scrollY > 0) return;
    const { top } = body.current.getBoundingClientRect();
    const target = top + start() - range.from;
    const lowest = window.innerHeight * 0.75;
    if (target > lowest) window.scrollTo({ top: target - window.innerHeight * 0.45, behavior: 'instant' });
  }, [isReady, body, range.from, start]);
}
