import clsx from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { buttonClass } from '../button-class.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldFrame } from './field.tsx';

type NumberStepperProps = FieldFrame & {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  /** What is counted, for the buttons' names: 'More spots'. */
  unit: string;
};

/** A small number, changed by buttons or typed. */
export function NumberStepper({ value, onChange, min, max, unit, ...frame }: NumberStepperProps) {
  const step = (by: number) => onChange(Math.min(max, Math.max(min, (Number.isFinite(value) ? value : min) + by)));
  const button = buttonClass({ variant: 'secondary', square: true, className: 'rounded-full' });
  return (
    <Field {...frame}>
      {(control) => (
        <span className="flex items-center gap-2">
          <button
            type="button"
            aria-label={`Fewer ${unit}s`}
            disabled={value <= min}
            onClick={() => step(-1)}
            className={button}
          >
            <Minus aria-hidden="true" />
          </button>
          <input
            {...control}
            type="number"
            inputMode="numeric"
            data-figures=""
            min={min}
            max={max}
            value={Number.isFinite(value) ? value : ''}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className={clsx(
              controlClass,
              'h-11 max-w-24 text-center font-semibold [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none',
            )}
          />
          <button
            type="button"
            aria-label={`More ${unit}s`}
            disabled={value >= max}
            onClick={() => step(1)}
            className={button}
          >
            <Plus aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
