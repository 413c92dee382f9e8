import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays, momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { CalendarDays, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { FieldNote } from '#ui/form/field.tsx';
import { OptionGroup, OptionTile } from '#ui/form/option-tile.tsx';
import { zoneName } from '../../calendar/wall.ts';
import { closedDay, nextStart, openInWords, type Place, slotsOn, whyNot } from '../../times/session-slots.ts';
import { dayInWords, fullDay } from '../../times/session-time.ts';
import { clockOf, shortDayOf } from '../../times/wall-time.ts';
import { suggestedTitle } from '../session-values.ts';
import type { SessionForm } from '../use-session-form.ts';
import { useTimeCheck } from '../use-time-check.ts';
import { LengthField } from './length-field.tsx';
import { TimeSlots } from './time-slots.tsx';
import { pill } from './what-fields.tsx';

const DAYS = 7;

type Props = {
  session: SessionForm;
  place: Place;
  /** The gym's own word for what is chosen, for the title. */
  typeName: string | undefined;
  now: number;
  exclude?: string;
};

/** The day, the start and the length, in the gym's own time, with what stands against them. */
export function WhenFields({ session, place, typeName, now, exclude }: Props) {
  const { values, set, errorOf } = session;
  const { day, time, duration_minutes: minutes } = values;
  const today = wallAt(now, place.zone).day;
  const days = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead));
  const [anyDay, setAnyDay] = useState(!days.includes(day));
  const slots = slotsOn(day, minutes, place, now);
  const [anyTime, setAnyTime] = useState(!slots.some((slot) => slot.time === time));
  const closed = closedDay(day, place);

  const chooseTime = (next: string) => {
    if (next === '') return;
    set('time', next);
    if (!values.title_is_own) set('title', suggestedTitle({ workout_type: values.workout_type, time: next }, typeName));
  };
  const chooseDay = (next: string) => {
    if (next === '') return;
    session.form.clearErrors('time');
    set('day', next);
  };
  const goToNextOpen = () => {
    const next = nextStart({ minutes, time }, place, now, []) ?? nextStart({ minutes }, place, now, []);
    if (!next) return;
    chooseDay(next.day);
    chooseTime(next.time);
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
            error={errorOf('day')}
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
      <Verdict {...{ session, place, now, exclude }} />
      <LengthField session={session} />
    </div>
  );
}

/** Everything that speaks against the time, and what it is elsewhere. */
function Verdict({ session, place, now, exclude }: Omit<Props, 'typeName'>) {
  const { values, errorOf } = session;
  const { day, time, duration_minutes: minutes, gym_id } = values;
  const local = closedDay(day, place) ?? whyNot({ day, time, minutes }, place, now);
  const check = useTimeCheck(
    { gym_id, start_time: `${day}T${time}`, duration_minutes: minutes, exclude },
    local === null && minutes >= sessionLimits.minutes.least && minutes <= sessionLimits.minutes.most,
  );
  const problem = errorOf('time') ?? local ?? (check && !check.open ? "The gym's closed at that time." : null);
  const clockAt = (moment: string) => clockOf(wallAt(Date.parse(moment), place.zone).time);
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {problem ? (
        <FieldNote id="session-time-problem" error={problem} />
      ) : (
        <Elsewhere {...{ day, time }} zone={place.zone} />
      )}
      {check?.overlapping.map((other) => (
        <Banner key={other.id} tone="warning" title={`You're in ${other.title} at that time`}>
          {clockAt(other.start_time.utc)} to {clockAt(other.end_time.utc)}. You can still go ahead.
        </Banner>
      ))}
    </div>
  );
}

/** Where the reader's own clock shows something else, it is said which one is meant. */
function Elsewhere({ day, time, zone }: { day: string; time: string; zone: string }) {
  const starts = momentOf(`${day}T${time}`, zone);
  if (starts === null) return null;
  const mine = wallAt(starts, Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (mine.day === day && mine.time === time) return null;
  return (
    <p className="text-sm text-text-secondary">
      Times are in the gym's time zone ({zoneName(starts.getTime(), zone)}). That's{' '}
      {mine.day === day ? '' : `${fullDay(mine.day)}, `}
      {clockOf(mine.time)} for you.
    </p>
  );
}
