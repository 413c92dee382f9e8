import clsx from 'clsx';
import type { OpenDay } from '../../times/opening-hours.ts';
import { dateNumber, dayLong, weekdayShort } from '../days.ts';
import type { EntriesByDay } from '../entries.ts';
import { type ClockChange, clockChangeOn } from '../wall.ts';

type Props = {
  days: readonly string[];
  today: string;
  /** The visible day, if there is only one. */
  chosen: string | null;
  entries: EntriesByDay;
  openOn: (day: string) => OpenDay | null;
  zone: string;
  onDay: (day: string) => void;
};

/** A short note about a special day. */
export function dayNote(open: OpenDay | null, change: ClockChange | null): string | null {
  if (open && open.spans.length === 0) return open.reason ? `Closed: ${open.reason}` : 'Closed';
  if (change) return change.kind === 'forward' ? 'Clocks go forward' : 'Clocks go back';
  return open?.reason ?? null;
}

function countText(count: number): string {
  if (count === 0) return 'no sessions';
  return count === 1 ? '1 session' : `${count} sessions`;
}

/** The days above the grid; each opens that day. */
export function DayHeads({ days, today, chosen, entries, openOn, zone, onDay }: Props) {
  return (
    <div
      data-cells=""
      className={clsx(
        'flex',
        chosen === null ? 'pl-[max(--spacing(12),2.75rem)] md:pl-[max(--spacing(16),2.75rem)]' : 'md:max-w-lg',
      )}
    >
      <ol className="grid min-w-0 flex-1" style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}>
        {days.map((day) => {
          const note = dayNote(openOn(day), clockChangeOn(day, zone));
          const all = entries.get(day) ?? [];
          const isToday = day === today;
          const isChosen = day === chosen;
          return (
            <li key={day} className="min-w-0">
              <button
                type="button"
                aria-label={[dayLong(day), isToday ? 'today' : '', countText(all.length), note]
                  .filter(Boolean)
                  .join(', ')}
                aria-current={isChosen || (chosen === null && isToday) ? 'date' : undefined}
                onClick={() => onDay(day)}
                className="group flex w-full flex-col items-center gap-0.5 rounded-card pb-1.5 text-text-secondary text-xs"
              >
                <span className={clsx(isToday && 'font-semibold text-primary-text')}>{weekdayShort(day)}</span>
                <span
                  data-figures=""
                  className={clsx(
                    'grid size-9 place-items-center rounded-full font-semibold text-base transition',
                    isChosen || (chosen === null && isToday)
                      ? 'bg-primary text-on-primary'
                      : 'text-text-primary group-hover:bg-bg-secondary-hover',
                    isToday && !isChosen && chosen !== null && 'text-primary-text',
                  )}
                >
                  {dateNumber(day)}
                </span>
                <span className="flex h-4 max-w-full items-center px-1">
                  {note && chosen === null ? (
                    <span title={note} className="truncate text-text-tertiary">
                      {note}
                    </span>
                  ) : (
                    <Dots own={all.some(({ first }) => first)} any={all.length > 0} />
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Marks days with the reader's own sessions, or only with others. */
function Dots({ own, any }: { own: boolean; any: boolean }) {
  if (!any) return null;
  return <span className={clsx('size-1.5 rounded-full', own ? 'bg-primary-mark' : 'bg-border-control')} />;
}
