import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { useState } from 'react';
import { FieldNote } from '#ui/form/field.tsx';
import { NumberStepper } from '#ui/form/number-stepper.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import type { SessionForm } from '../use-session-form.ts';

const LENGTHS = [30, 45, 60, 90];

/** The usual lengths, and the session's current one. */
const lengthsWith = (minutes: number) => [...new Set([...LENGTHS, minutes])].toSorted((one, other) => one - other);

export function LengthField({ session: { values, set, errorOf } }: { session: SessionForm }) {
  const minutes = values.duration_minutes;
  const [lengths] = useState(() => lengthsWith(minutes));
  const [any, setAny] = useState(false);
  const isOther = any || !lengths.includes(minutes);
  return (
    <div data-field="duration_minutes" className="flex flex-col gap-3">
      <OptionGroup label="Length">
        <div className="grid auto-cols-fr grid-flow-col gap-1.5">
          {lengths.map((length) => (
            <OptionTile
              key={length}
              name="duration_minutes"
              value={String(length)}
              checked={!isOther && minutes === length}
              onChange={() => {
                setAny(false);
                set('duration_minutes', length);
              }}
              className={pill(!isOther && minutes === length, true)}
            >
              {length} min
            </OptionTile>
          ))}
          <button type="button" aria-pressed={isOther} onClick={() => setAny(true)} className={pill(isOther, true)}>
            Other
          </button>
        </div>
      </OptionGroup>
      {isOther ? (
        <NumberStepper
          label="Minutes"
          unit="minute"
          min={sessionLimits.minutes.least}
          max={sessionLimits.minutes.most}
          value={minutes}
          onChange={(next) => set('duration_minutes', next)}
          error={errorOf('duration_minutes')}
        />
      ) : (
        <FieldNote id="session-length-problem" error={errorOf('duration_minutes')} />
      )}
    </div>
  );
}
