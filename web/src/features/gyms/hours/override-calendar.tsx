import { overrideOn } from '@spotter/contract/gyms/open-times.ts';
import { addDays, dayAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { clockOf } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { Override } from '../gyms.queries.ts';
import { dayName, type Hours, isNight } from './week.ts';

type Props = {
  timezone: string;
  hours: readonly Hours[];
  overrides: readonly Override[];
  onAdd: (day: string) => void;
  onEdit: (override: Override) => void;
};

const month = dateFormat({ timeZone: 'UTC', month: 'long', year: 'numeric' });
const long = dateFormat({ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
const short = dateFormat({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const monthsFrom = (day: string, months: number) => {
  const date = dateOf(firstOf(day));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

/** Weeks of a month from Monday, with the days around it. */
function weeksOf(day: string): string[][] {
  const weeks: string[][] = [];
  const first = firstOf(day);
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday.slice(0, 7) <= day.slice(0, 7);
    monday = addDays(monday, 7)
  )
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  return weeks;
}

const spanWords = ({ closed, opens, closes, more_hours }: Override) =>
  closed || !opens || !closes
    ? 'Closed'
    : [{ opens, closes }, ...more_hours]
        .map((span) => `${clockOf(span.opens)} to ${clockOf(span.closes)}${isNight(span) ? ' the next day' : ''}`)
        .join(', ');

/** A month in which special hours stand out; a day opens the form. */
export function OverrideCalendar({ timezone, hours, overrides, onAdd, onEdit }: Props) {
  const today = dayAt(Date.now(), timezone);
  const [cursor, setCursor] = useState(today);
  const grid = useRef<HTMLTableElement>(null);
  const openDays = new Set(hours.map(({ weekday }) => weekday));
  const ahead = overrides.filter(({ to }) => to >= today);

  const open = (day: string) => {
    const override = overrideOn(overrides, day);
    if (override) onEdit(override);
    else onAdd(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const days = steps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    const next = addDays(cursor, days);
    setCursor(next);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-1">
          <IconButton label="Previous month" icon={<ChevronLeft />} onClick={() => setCursor(monthsFrom(cursor, -1))} />
          <p aria-live="polite" className="min-w-36 text-center font-semibold">
            {month.format(dateOf(cursor))}
          </p>
          <IconButton label="Next month" icon={<ChevronRight />} onClick={() => setCursor(monthsFrom(cursor, 1))} />
        </div>
        <Button variant="secondary" icon={<CalendarPlus />} onClick={() => onAdd(cursor < today ? today : cursor)}>
          Add special hours
        </Button>
      </div>
      <table ref={grid} className="w-full table-fixed border-separate border-spacing-1" onKeyDown={onKeyDown}>
        <caption className="sr-only">Special hours in {month.format(dateOf(cursor))}</caption>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-medium text-text-tertiary text-xs">
                <span aria-hidden="true">{dayName(weekday).slice(0, 2)}</span>
                <span className="sr-only">{dayName(weekday)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const override = overrideOn(overrides, day);
                const isOut = day.slice(0, 7) !== cursor.slice(0, 7);
                const usual = openDays.has(weekdayOf(day)) ? 'usual hours' : 'closed every week';
                const said = override ? [spanWords(override), override.reason].filter(Boolean).join(', ') : usual;
                return (
                  <td key={day} className="p-0 align-top">
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === cursor ? 0 : -1}
                      disabled={isOut}
                      aria-label={`${long.format(dateOf(day))}: ${said}`}
                      aria-current={day === today ? 'date' : undefined}
                      onFocus={() => setCursor(day)}
                      onClick={() => open(day)}
                      className={clsx(
                        'flex h-12 w-full min-w-0 flex-col items-center justify-center overflow-hidden rounded-control text-sm transition md:h-16 md:items-start md:justify-start md:p-2',
                        isOut && 'invisible',
                        override
                          ? override.closed
                            ? 'bg-status-error-bg font-semibold text-status-error-text'
                            : 'bg-primary-soft font-semibold text-primary-text'
                          : openDays.has(weekdayOf(day))
                            ? 'bg-bg-secondary hover:bg-bg-secondary-hover'
                            : 'bg-bg-secondary text-text-tertiary hover:bg-bg-secondary-hover',
                        day === today && 'ring-2 ring-primary-mark ring-inset',
                      )}
                    >
                      <span data-figures="">{Number(day.slice(8))}</span>
                      {override ? (
                        <span className="hidden w-full truncate text-left font-normal text-xs md:block">
                          {override.reason || spanWords(override)}
                        </span>
                      ) : null}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {ahead.length > 0 ? (
        <ul aria-label="Special hours ahead" className="flex flex-col divide-y divide-border">
          {ahead.map((override) => (
            <li key={override.id} className="flex items-center justify-between gap-3 py-2.5">
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">
                  {override.from === override.to
                    ? short.format(dateOf(override.from))
                    : short.formatRange(dateOf(override.from), dateOf(override.to))}
                </span>
                <span dir="auto" className="wrap-anywhere text-sm text-text-secondary">
                  {[spanWords(override), override.reason].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Change ${short.format(dateOf(override.from))}`}
                onClick={() => onEdit(override)}
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-text-secondary">
          No special hours ahead. Choose a day to close or to open at other times.
        </p>
      )}
    </div>
  );
}
