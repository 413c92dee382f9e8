import { addDays, wallAt } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { CalendarDays, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { shortDayOf } from '#platform/wall-time.ts';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { closedDay, type GymHours, nextStart, openInWords, slotsOn } from '../../times/session-slots.ts';
import { dayInWords } from '../../times/session-time.ts';
import { TimeSlots } from './time-slots.tsx';

const DAYS = 7;

type Props = {
  day: string;
  time: string;
  minutes: number;
  place: GymHours;
  now: number;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
  dayError?: string;
};

/** A day and start in the gym's time: the week ahead and the day's slots, or any other by hand. */
export function StartPicker({ day, time, minutes, place, now, onDay, onTime, dayError }: Props) {
  const today = wallAt(now, place.zone).day;
  const days = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead));
  const [anyDay, setAnyDay] = useState(!days.includes(day));
  const slots = slotsOn(day, minutes, place, now);
  const [anyTime, setAnyTime] = useState(!slots.some((slot) => slot.time === time));
  const closed = closedDay(day, place);
  const chooseDay = (next: string) => {
    if (next !== '') onDay(next);
  };
  const chooseTime = (next: string) => {
    if (next !== '') onTime(next);
  };
  const goToNextOpen = () => {
    const next = nextStart({ minutes, time }, place, now, []) ?? nextStart({ minutes }, place, now, []);
    if (!next) return;
    onDay(next.day);
    onTime(next.time);
  };

  return (
    <div className="flex flex-col gap-4">
      <div data-field="day" className="flex flex-col gap-3">
        <OptionGroup label="Day" hideLabel>
          <div className="-mx-5 flex gap-2 overflow-x-auto px-5 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
            {days.map((option, ahead) => (
              <OptionTile
                key={option}
                name="day"
                value={option}
                checked={!anyDay && day === option}
                onChange={() => {
                  setAnyDay(false);
                  chooseDay(option);
                }}
                className={clsx(
                  pill(!anyDay && day === option),
                  'shrink-0',
                  closedDay(option, place) && 'line-through',
                )}
              >
                {ahead < 2 ? dayInWords(option, today) : shortDayOf(option)}
              </OptionTile>
            ))}
            <button
              type="button"
              aria-pressed={anyDay}
              onClick={() => setAnyDay(true)}
              className={clsx(pill(anyDay), 'inline-flex shrink-0 items-center gap-1.5 transition [&_svg]:size-4')}
            >
              <CalendarDays aria-hidden="true" />
              Other
            </button>
          </div>
        </OptionGroup>
        {anyDay ? (
          <DateField
            label="Date"
            min={today}
            value={day}
            onChange={(event) => chooseDay(event.target.value)}
            error={dayError}
          />
        ) : null}
      </div>
      <div data-field="time" className="flex flex-col gap-3">
        {closed ? (
          <Banner
            tone="warning"
            action={
              <button type="button" onClick={goToNextOpen} className="inline-flex shrink-0 items-center font-semibold">
                Next open day
                <ChevronRight aria-hidden="true" className="size-4" />
              </button>
            }
          >
            {closed}
          </Banner>
        ) : anyTime ? (
          <TimeField label="Start" value={time} step={300} onChange={(event) => chooseTime(event.target.value)} />
        ) : (
          <TimeSlots slots={slots} value={time} onChange={chooseTime} />
        )}
        {closed ? null : (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-text-tertiary">
            <span>{openInWords(day, place)}</span>
            <button
              type="button"
              onClick={() => setAnyTime(!anyTime)}
              className="touch-target font-medium text-primary-text hover:underline"
            >
              {anyTime ? 'Pick a slot' : 'Pick another time'}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
