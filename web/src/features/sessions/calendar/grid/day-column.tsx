import clsx from 'clsx';
import { memo, useMemo } from 'react';
import type { SessionItem } from '../../session.ts';
import type { OpenDay } from '../../times/opening-hours.ts';
import { dayLong } from '../days.ts';
import type { Entry } from '../entries.ts';
import { type ClockChange, timeText } from '../wall.ts';
import { GridChip } from './grid-chip.tsx';
import type { GridRange } from './grid-range.ts';
import { layOut } from './layout.ts';
import { NowLine } from './now-line.tsx';

/** Width of the overflow lane in pixels. */
const LANE = 30;
/** Below this width a session is unreadable, so fewer stand side by side. */
const LEAST_CHIP = 70;
const MOST_COLUMNS = 6;

/** The minutes a grid shows; a minute is a pixel. */
export type Overfull = { anchor: HTMLElement; title: string; entries: readonly Entry[] };

type Props = {
  day: string;
  entries: readonly Entry[];
  range: GridRange;
  /** Null while unknown. */
  open: OpenDay | null;
  change: ClockChange | null;
  pixels: number;
  isToday: boolean;
  now: number;
  zone: string;
  onOpen: (session: SessionItem) => void;
  onOverflow: (overfull: Overfull) => void;
};

export const DayColumn = memo(function DayColumn(props: Props) {
  const { day, entries, range, open, change, pixels, isToday, now, zone, onOpen, onOverflow } = props;
  const { placed, overflow } = useMemo(() => {
    const most = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(pixels / LEAST_CHIP)));
    return layOut(entries, most);
  }, [entries, pixels]);
  const at = (minute: number) => minute - range.from;
  // A column as narrow as one session has no room for a lane: the button lies on the session's corner.
  const lane = pixels < LEAST_CHIP ? 0 : LANE;
  const count = entries.length === 1 ? '1 session' : `${entries.length} sessions`;
  return (
    <div className="relative min-w-0 border-calendar-grid-line border-l first:border-l-0">
      <Closed range={range} open={open} />
      {change?.kind === 'forward' ? (
        <p
          className="absolute inset-x-0 grid place-items-center overflow-hidden bg-bg-secondary px-1 text-center text-text-tertiary text-xs"
          style={{ top: at(change.from), height: change.to - change.from }}
        >
          Clocks go forward
        </p>
      ) : null}
      {isToday ? <NowLine zone={zone} day={day} range={range} /> : null}
      <ul aria-label={`${dayLong(day)}, ${count}`} className="absolute inset-y-0 right-1 left-0">
        {placed.map(({ block, column, columns, span, besideLane }) => {
          const room = besideLane ? `(100% - ${lane}px)` : '100%';
          return (
            <GridChip
              key={`${block.session.id}${block.start}`}
              entry={block}
              top={at(block.start)}
              height={Math.max(16, block.end - block.start)}
              left={`calc(${room} * ${column / columns})`}
              width={`calc(${room} * ${span / columns})`}
              pixels={((pixels - (besideLane ? lane : 0)) * span) / columns}
              now={now}
              onOpen={onOpen}
            />
          );
        })}
        {overflow.map(({ start, end, blocks }) => (
          <li
            key={start}
            className="absolute right-0 p-px"
            style={
              lane === 0
                ? { top: at(Math.max(start, end - 18)), height: 18, width: 22 }
                : { top: at(start), height: Math.max(24, end - start), width: lane }
            }
          >
            <button
              type="button"
              data-overflow=""
              aria-haspopup="dialog"
              aria-label={`${blocks.length} more from ${timeText(start)} on ${dayLong(day)}`}
              onClick={(event) =>
                onOverflow({
                  anchor: event.currentTarget,
                  title: `${dayLong(day)}, from ${timeText(start)}`,
                  entries: blocks,
                })
              }
              className={clsx(
                'grid h-full w-full place-items-center rounded-mark bg-calendar-overflow font-semibold text-calendar-overflow-text transition hover:bg-calendar-overflow-hover',
                lane === 0 ? 'touch-target text-[0.625rem] ring-1 ring-bg-main' : 'text-xs',
              )}
            >
              +{blocks.length}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});

const hatch =
  'bg-[repeating-linear-gradient(135deg,var(--color-calendar-grid-line)_0_1px,transparent_1px_7px)] bg-bg-secondary';

/** The gaps between open spans. */
function Closed({ range, open }: { range: GridRange; open: OpenDay | null }) {
  if (!open) return null;
  const edges = [range.from, ...open.spans.flatMap(({ from, to }) => [from, to]), range.to];
  const gaps: GridRange[] = [];
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const gap = { from: Math.max(range.from, edges[index] ?? 0), to: Math.min(range.to, edges[index + 1] ?? 0) };
    if (gap.to > gap.from) gaps.push(gap);
  }
  return gaps.map((gap) => (
    <div
      key={gap.from}
      aria-hidden="true"
      className={clsx('absolute inset-x-0', hatch)}
      style={{ top: gap.from - range.from, height: gap.to - gap.from }}
    />
  ));
}
