import clsx from 'clsx';
import { memo, useRef } from 'react';
import { useNow } from '#platform/use-now.ts';
import type { SessionItem } from '../../session.ts';
import type { OpenDay } from '../../times/opening-hours.ts';
import { workoutAccent } from '../../workout.tsx';
import { dateNumber, dayLong, weekdayShort } from '../days.ts';
import type { EntriesByDay, Entry } from '../entries.ts';
import { LineChip } from '../line-chip.tsx';
import { useSwipe } from '../use-swipe.ts';
import type { Overfull } from './day-column.tsx';

type Props = {
  days: readonly string[];
  /** The selected day, which also sets the month. */
  day: string;
  today: string;
  entries: EntriesByDay;
  openOn: (day: string) => OpenDay | null;
  isLoading: boolean;
  /** Without room for words: dots, with the selected day's sessions listed below. */
  isNarrow: boolean;
  onDay: (day: string) => void;
  onStep: (direction: 1 | -1) => void;
  onOpen: (session: SessionItem) => void;
  onOverflow: (overfull: Overfull) => void;
};

const none: readonly Entry[] = [];

export function MonthGrid({ days, day, today, entries, openOn, isLoading, isNarrow, onStep, ...handlers }: Props) {
  const now = useNow(60_000);
  const frame = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLOListElement>(null);
  useSwipe(frame, track, day.slice(0, 7), isNarrow ? onStep : null);
  return (
    <div
      ref={frame}
      data-cells=""
      aria-busy={isLoading || undefined}
      className="touch-pan-y overflow-hidden md:rounded-card md:border md:border-border"
    >
      <ol className="grid grid-cols-7 border-calendar-grid-line border-b">
        {days.slice(0, 7).map((weekday) => (
          <li key={weekday} className="py-2 text-center text-text-secondary text-xs">
            {weekdayShort(weekday)}
          </li>
        ))}
      </ol>
      <ol ref={track} className="grid grid-cols-7">
        {days.map((each) => (
          <MonthDay
            key={each}
            day={each}
            entries={entries.get(each) ?? none}
            isOutside={each.slice(0, 7) !== day.slice(0, 7)}
            isToday={each === today}
            isChosen={isNarrow && each === day}
            open={openOn(each)}
            isNarrow={isNarrow}
            now={now}
            {...handlers}
          />
        ))}
      </ol>
    </div>
  );
}

type DayProps = Pick<Props, 'onDay' | 'onOpen' | 'onOverflow' | 'isNarrow'> & {
  day: string;
  entries: readonly Entry[];
  isOutside: boolean;
  isToday: boolean;
  isChosen: boolean;
  open: OpenDay | null;
  now: number;
};

const LINES = 3;
const DOTS = 4;

const MonthDay = memo(function MonthDay(props: DayProps) {
  const { day, entries, isOutside, isToday, isChosen, open, isNarrow, now, onDay, onOpen, onOverflow } = props;
  // The reader's own come first, as in the time grid; then by time again.
  const sorted = [...entries.filter(({ first }) => first), ...entries.filter(({ first }) => !first)];
  const fits = entries.length <= LINES + 1 ? LINES + 1 : LINES;
  const shown = new Set(sorted.slice(0, isNarrow ? DOTS : fits));
  const visible = entries.filter((entry) => shown.has(entry));
  const rest = entries.length - visible.length;
  const isClosed = open !== null && open.spans.length === 0;
  const count = entries.length === 1 ? '1 session' : `${entries.length} sessions`;
  const label = `${dayLong(day)}${isToday ? ', today' : ''}, ${isClosed ? 'closed' : count}`;
  const number = (
    <span
      data-figures=""
      className={clsx(
        'grid size-8 place-items-center rounded-full font-medium text-sm transition',
        isChosen || (isToday && !isNarrow)
          ? 'bg-primary text-on-primary'
          : isToday
            ? 'text-primary-text'
            : isOutside
              ? 'text-text-tertiary'
              : 'text-text-primary',
        !isChosen && !isToday && 'group-hover:bg-bg-secondary-hover',
      )}
    >
      {dateNumber(day)}
    </span>
  );
  if (isNarrow)
    return (
      <li className="border-calendar-grid-line border-b">
        <button
          type="button"
          aria-label={label}
          aria-current={isChosen ? 'date' : undefined}
          onClick={() => onDay(day)}
          className={clsx('group flex h-16 w-full flex-col items-center gap-1 pt-1.5', isClosed && 'bg-bg-secondary')}
        >
          {number}
          <span className="flex gap-0.5">
            {visible.map(({ session, start }) => (
              <span
                key={`${session.id}${start}`}
                className={clsx('size-1.5 rounded-full', workoutAccent(session.workout_type))}
              />
            ))}
          </span>
        </button>
      </li>
    );
  return (
    <li
      className={clsx(
        'flex min-h-34 min-w-0 flex-col gap-0.5 border-calendar-grid-line border-b border-l p-1 [&:nth-child(7n+1)]:border-l-0',
        (isOutside || isClosed) && 'bg-bg-secondary',
      )}
    >
      <div className="flex items-center gap-1">
        <button type="button" aria-label={label} onClick={() => onDay(day)} className="group rounded-full">
          {number}
        </button>
        {isClosed || open?.reason ? (
          <span title={open.reason ?? undefined} className="truncate text-text-tertiary text-xs">
            {isClosed ? 'Closed' : open.reason}
          </span>
        ) : null}
      </div>
      {visible.map((entry) => (
        <LineChip key={`${entry.session.id}${entry.start}`} entry={entry} now={now} onOpen={onOpen} />
      ))}
      {rest > 0 ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${rest} more on ${dayLong(day)}`}
          onClick={(event) => onOverflow({ anchor: event.currentTarget, title: dayLong(day), entries })}
          className="h-6 rounded-mark px-1.5 text-left font-semibold text-text-secondary text-xs transition hover:bg-calendar-overflow-hover hover:text-calendar-overflow-text"
        >
          +{rest} more
        </button>
      ) : null}
    </li>
  );
});
