import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, type FieldFrame } from './field.tsx';

type PickerProps = FieldFrame & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

// The device's own picker: familiar, localized and easy to use by touch.
function Picker({
  type,
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  ...input
}: PickerProps & { type: 'date' | 'time' }) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <input
          type={type}
          data-figures=""
          className={clsx(
            controlClass,
            'h-12 appearance-none px-3.5 text-left [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:opacity-60 [&::-webkit-date-and-time-value]:text-left',
          )}
          {...input}
          {...control}
        />
      )}
    </Field>
  );
}

/** A calendar day, `YYYY-MM-DD`. */
export const DateField = (props: PickerProps) => <Picker type="date" {...props} />;

/** A time of day, `HH:MM`. */
export const TimeField = (props: PickerProps) => <Picker type="time" {...props} />;
