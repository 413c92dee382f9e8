import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { weekdayOf } from '@spotter/contract/wall-clock.ts';
import { DateField } from '#ui/form/date-time-field.tsx';
import { FieldNote } from '#ui/form/field.tsx';
import { NumberStepper } from '#ui/form/number-stepper.tsx';
import { OptionGroup, OptionTile } from '#ui/form/option-tile.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { MOST_APART, MOST_TIMES, type Repeat, repeatInWords } from '../../series/repeat-rule.ts';
import { fullDay } from '../../times/session-time.ts';
import { weekdayInWords } from '../../times/wall-time.ts';
import type { SessionForm } from '../use-session-form.ts';
import { pill } from './what-fields.tsx';

const KINDS = [
  ['never', 'Never'],
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
  ['custom', 'Custom'],
] as const;

const ENDS = [
  { value: 'never', label: 'Never ends' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of sessions' },
] as const;

type Props = {
  session: SessionForm;
  /** The day of the first session by what is chosen. */
  begins: string;
  note?: string;
};

/** Whether and how it repeats, and the same in words. */
export function RepeatFields({ session: { values, set, errorOf }, begins, note }: Props) {
  const { repeat, day } = values;
  const change = (part: Partial<Repeat>) => set('repeat', { ...repeat, ...part });
  return (
    <div data-field="repeat" className="flex flex-col gap-4">
      <OptionGroup label="Repeats" hideLabel>
        <div className="flex flex-wrap gap-2">
          {KINDS.map(([kind, name]) => (
            <OptionTile
              key={kind}
              name="repeat"
              value={kind}
              checked={repeat.kind === kind}
              onChange={() => change({ kind })}
              className={pill(repeat.kind === kind)}
            >
              {name}
            </OptionTile>
          ))}
        </div>
      </OptionGroup>
      {repeat.kind === 'weekly' ? <Weekdays repeat={repeat} day={day} change={change} /> : null}
      {repeat.kind === 'custom' ? (
        <TextField
          label="Custom rule"
          hint="In calendar (RRULE) format, such as FREQ=MONTHLY;BYDAY=1SA for the first Saturday of each month."
          value={repeat.rule}
          maxLength={sessionLimits.repeatRule}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change({ rule: event.target.value })}
        />
      ) : null}
      {repeat.kind === 'weekly' || repeat.kind === 'monthly' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberStepper
            label={repeat.kind === 'weekly' ? 'Every … weeks' : 'Every … months'}
            unit={repeat.kind === 'weekly' ? 'week' : 'month'}
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
            {begins === day ? '' : `Starts on ${fullDay(begins)}. `}We skip days when the gym is closed.
          </span>
        </p>
      )}
      {note ? <p className="text-sm text-text-secondary">{note}</p> : null}
      <FieldNote id="session-repeat-problem" error={errorOf('repeat')} />
    </div>
  );
}

type WeekdaysProps = { repeat: Repeat; day: string; change: (part: Partial<Repeat>) => void };

function Weekdays({ repeat, day, change }: WeekdaysProps) {
  const chosen = repeat.days.length > 0 ? repeat.days : [weekdayOf(day)];
  const toggle = (weekday: number) => {
    const next = chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday];
    change({ days: next });
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">On</legend>
      <div className="grid grid-cols-7 gap-1">
        {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
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
