import { Popover } from '@base-ui/react/popover';
import { addDays } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { usePopup } from '#ui/layer/back-steps.ts';
import { popupClass } from '#ui/layer/popup-class.ts';
import { addMonths, dateNumber, dayLong, daysOf, monthName, weekdayShort } from './days.ts';

type Props = { trigger: ReactElement; day: string; today: string; onChange: (day: string) => void };

/** A month to pick a day from. */
export function DatePicker({ trigger, day, today, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root {...usePopup(open, setOpen)}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} className="z-popover">
          <Popover.Popup className={clsx(popupClass, 'p-3')} initialFocus={false}>
            <Month
              day={day}
              today={today}
              onChange={(chosen) => {
                setOpen(false);
                onChange(chosen);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const focusDay = (grid: HTMLTableElement | null, day: string): void =>
  grid?.querySelector<HTMLButtonElement>(`[data-day="${day}"]`)?.focus();

function Month({ day, today, onChange }: Omit<Props, 'trigger'>) {
  const [cursor, setCursor] = useState(day);
  const grid = useRef<HTMLTableElement>(null);
  const days = daysOf('month', cursor);

  // Keyboard focus starts on the selected day; after a click it stays on the pressed arrow.
  const byKey = useRef(true);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    focusDay(grid.current, cursor);
  }, [cursor]);

  function onKeyDown(event: KeyboardEvent) {
    // The picker may have been opened before the calendar showed its new day.
    const from = (event.target as HTMLElement).dataset.day ?? cursor;
    const to: Record<string, string> = {
      ArrowLeft: addDays(from, -1),
      ArrowRight: addDays(from, 1),
      ArrowUp: addDays(from, -7),
      ArrowDown: addDays(from, 7),
      PageUp: addMonths(from, -1),
      PageDown: addMonths(from, 1),
    };
    const next = to[event.key];
    if (!next) return;
    event.preventDefault();
    if (next === cursor) return focusDay(grid.current, next);
    byKey.current = true;
    setCursor(next);
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <Popover.Title className="pl-2 text-base">{monthName(cursor)}</Popover.Title>
        <span className="flex">
          <IconButton
            size="sm"
            label="Previous month"
            icon={<ChevronLeft />}
            onClick={() => setCursor(addMonths(cursor, -1))}
          />
          <IconButton
            size="sm"
            label="Next month"
            icon={<ChevronRight />}
            onClick={() => setCursor(addMonths(cursor, 1))}
          />
        </span>
      </div>
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {days.slice(0, 7).map((weekday) => (
              <th key={weekday} scope="col" className="h-8 font-normal text-text-tertiary text-xs">
                {weekdayShort(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each} className="p-0">
                  <button
                    type="button"
                    data-day={each}
                    tabIndex={each === cursor ? 0 : -1}
                    aria-label={dayLong(each)}
                    aria-current={each === today ? 'date' : undefined}
                    aria-pressed={each === day}
                    onClick={() => onChange(each)}
                    className={clsx(
                      'grid size-10 place-items-center rounded-full text-sm transition',
                      each === day
                        ? 'bg-primary font-semibold text-on-primary'
                        : each === today
                          ? 'font-semibold text-primary-text hover:bg-bg-secondary-hover'
                          : each.slice(0, 7) === cursor.slice(0, 7)
                            ? 'text-text-primary hover:bg-bg-secondary-hover'
                            : 'text-text-tertiary hover:bg-bg-secondary-hover',
                    )}
                  >
                    {dateNumber(each)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
