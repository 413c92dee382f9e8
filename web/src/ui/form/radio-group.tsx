import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { chosenLook } from '../chosen-look.ts';
import { FieldNote } from './field.tsx';

export type RadioOption<V extends string> = {
  value: V;
  label: string;
  description?: string;
  icon?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<V extends string> = {
  label: string;
  hideLabel?: boolean;
  options: readonly RadioOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  hint?: ReactNode;
  error?: string | null;
  /** Side by side from 640 px. */
  columns?: boolean;
  name?: string;
  className?: string;
};

/** A choice of a few options, each a card large enough for a thumb. */
export function RadioGroup<V extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  hint,
  error,
  columns,
  name,
  className,
}: RadioGroupProps<V>) {
  const id = useId();
  return (
    <fieldset
      className={clsx('flex min-w-0 flex-col gap-2', className)}
      aria-describedby={error || hint ? `${id}-note` : undefined}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-2 font-medium text-sm text-text-primary'}>{label}</legend>
      <div
        className={clsx('grid gap-2', columns ? 'max-sm:grid-cols-1 sm:auto-cols-fr sm:grid-flow-col' : 'grid-cols-1')}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'flex min-h-12 cursor-pointer items-center gap-3 rounded-card border px-4 py-3 transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-focus-visible:outline-offset-2 has-disabled:cursor-not-allowed has-disabled:opacity-50',
              value === option.value
                ? `border-transparent ${chosenLook}`
                : 'border-border-control/60 bg-bg-main hover:border-border-control',
            )}
          >
            {option.icon ? <span className="text-primary-text [&_svg]:size-5">{option.icon}</span> : null}
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium text-base text-text-primary">{option.label}</span>
              {option.description ? <span className="text-sm text-text-secondary">{option.description}</span> : null}
            </span>
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border-[1.5px] border-border-control bg-bg-main transition checked:border-[6px] checked:border-primary-mark focus-visible:outline-none"
            />
          </label>
        ))}
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}
