import { dateInMonth } from '@spotter/contract/sessions/repeat-rule.ts';
import { weekdayOf } from '@spotter/contract/wall-clock.ts';
import { weekdayInWords } from '#platform/wall-time.ts';
import { DateField } from '#ui/form/date-time-field.tsx';
import { FieldNote } from '#ui/form/field.tsx';
import { NumberStepper } from '#ui/form/number-stepper.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import { Select } from '#ui/form/select.tsx';
import { MOST_APART, MOST_TIMES, monthDayOf, type Repeat, repeatInWords } from '../../series/repeat-rule.ts';
import { fullDay } from '../../times/session-time.ts';
import type { SessionForm } from '../use-session-form.ts';

const KINDS = [
  ['never', 'Never'],
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
] as const;

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

const ENDS = [
  { value: 'never', label: 'Never ends' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of sessions' },
] as const;

type Props = {
  session: SessionForm;
  /** The first session's day under the chosen rule. */
  begins: string;
  note?: string;
};

type Change = (part: Partial<Repeat>) => void;

/** Whether and how the session repeats, with a summary in words. */
export function RepeatFields({ session: { values, set, errorOf }, begins, note }: Props) {
  const { repeat, day } = values;
  const change: Change = (part) => set('repeat', { ...repeat, ...part });
  const unit = repeat.kind === 'never' || repeat.kind === 'kept' ? null : UNITS[repeat.kind];
  return (
    <div data-field="repeat" className="flex flex-col gap-4">
      <OptionGroup label="Repeats" hideLabel>
        <div className="grid grid-cols-4 gap-1.5">
          {KINDS.map(([kind, name]) => (
            <OptionTile
              key={kind}
              name="repeat"
              value={kind}
              checked={repeat.kind === kind}
              onChange={() => change({ kind })}
              className={pill(repeat.kind === kind, true)}
            >
              {name}
            </OptionTile>
          ))}
        </div>
      </OptionGroup>
      {repeat.kind === 'weekly' ? <Weekdays repeat={repeat} day={day} change={change} /> : null}
      {repeat.kind === 'monthly' ? <MonthDay repeat={repeat} day={day} change={change} /> : null}
      {unit ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberStepper
            label={`Every … ${unit}s`}
            unit={unit}
            min={1}
            max={MOST_APART}
            value={repeat.every}
            onChange={(every) => change({ every })}
          />
          <Select label="Ends" options={ENDS} value={repeat.ends} onChange={(ends) => change({ ends })} />
          {repeat.ends === 'until' ? (
            <DateField
              label="Last day"
              min={day}
              value={repeat.until}
              onChange={(event) => change({ until: event.target.value })}
            />
          ) : null}
          {repeat.ends === 'count' ? (
            <NumberStepper
              label="Number of sessions"
              unit="session"
              min={2}
              max={MOST_TIMES}
              value={repeat.count}
              onChange={(count) => change({ count })}
            />
          ) : null}
        </div>
      ) : null}
      {repeat.kind === 'never' ? null : (
        <p className="text-sm">
          <span className="font-medium">{repeatInWords(repeat, day)}.</span>{' '}
          <span className="text-text-secondary">
            {begins === day ? '' : `Starts on ${fullDay(begins)}. `}We skip days when the gym is closed
            {isRareDate(repeat, day) ? ' and months without that date' : ''}.
          </span>
        </p>
      )}
      {note ? <p className="text-sm text-text-secondary">{note}</p> : null}
      <FieldNote id="session-repeat-problem" error={errorOf('repeat')} />
    </div>
  );
}

const isRareDate = (repeat: Repeat, day: string) =>
  repeat.kind === 'monthly' && repeat.on === 'date' && monthDayOf(repeat, day).date > 28;

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const DATES = [...Array.from({ length: 31 }, (_, index) => index + 1), -1].map((date) => ({
  value: String(date),
  label: capital(dateInMonth(String(date))),
}));
const PLACES = [
  { value: '1', label: 'First' },
  { value: '2', label: 'Second' },
  { value: '3', label: 'Third' },
  { value: '4', label: 'Fourth' },
  { value: '-1', label: 'Last' },
];

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type PartProps = { repeat: Repeat; day: string; change: Change };

/** For example the 15th, or the first Saturday. */
function MonthDay({ repeat, day, change }: PartProps) {
  const { date, nth, weekday } = monthDayOf(repeat, day);
  return (
    <div className="flex flex-col gap-3">
      <OptionGroup label="On a date or a weekday" hideLabel>
        <div className="grid grid-cols-2 gap-1.5">
          {(['weekday', 'date'] as const).map((on) => (
            <OptionTile
              key={on}
              name="repeat-on"
              value={on}
              checked={repeat.on === on}
              onChange={() => change({ on })}
              className={pill(repeat.on === on, true)}
            >
              {on === 'date' ? 'On a date' : 'On a weekday'}
            </OptionTile>
          ))}
        </div>
      </OptionGroup>
      {repeat.on === 'date' ? (
        <Select
          label="Day of the month"
          options={DATES}
          value={String(date)}
          onChange={(next) => change({ date: Number(next) })}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Which"
            options={PLACES}
            value={String(nth)}
            onChange={(next) => change({ nth: Number(next) })}
          />
          <Select
            label="Weekday"
            options={WEEKDAYS.map((one) => ({ value: String(one), label: weekdayInWords(one) }))}
            value={String(weekday)}
            onChange={(next) => change({ weekday: Number(next) })}
          />
        </div>
      )}
    </div>
  );
}

function Weekdays({ repeat, day, change }: PartProps) {
  const chosen = repeat.days.length > 0 ? repeat.days : [weekdayOf(day)];
  const toggle = (weekday: number) => {
    const next = chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday];
    change({ days: next });
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">On</legend>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAYS.map((weekday) => (
          <button
            key={weekday}
            type="button"
            aria-pressed={chosen.includes(weekday)}
            aria-label={weekdayInWords(weekday)}
            onClick={() => toggle(weekday)}
            className={`${pill(chosen.includes(weekday), true)} transition`}
          >
            {weekdayInWords(weekday).slice(0, 3)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
