import clsx from 'clsx';
import { type Ref, useState } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type CodeInputProps = FieldFrame & {
  value: string;
  onChange: (digits: string) => void;
  /** Called once when the last digit is there, typed or pasted. */
  onComplete?: (digits: string) => void;
  length?: number;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Digits in boxes. Underneath it is one ordinary field, so that paste, autofill from a message,
 * screen readers and every keyboard work as people know them.
 */
export function CodeInput({
  value,
  onChange,
  onComplete,
  length = 6,
  disabled,
  autoFocus,
  ref,
  ...frame
}: CodeInputProps) {
  const [focused, setFocused] = useState(false);
  const active = Math.min(value.length, length - 1);

  const take = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };

  return (
    <Field {...frame}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            ref={ref}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d*"
            value={value}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: asked for only where the code is the whole screen
            autoFocus={autoFocus}
            onChange={(event) => take(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onSelect={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
            className="absolute inset-0 z-1 size-full cursor-text bg-transparent text-base text-transparent caret-transparent opacity-0 outline-none"
          />
          <span aria-hidden="true" data-figures="" className="flex gap-2">
            {Array.from({ length }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                key={index}
                className={clsx(
                  'grid h-15 min-w-0 max-w-14 flex-1 place-items-center rounded-card border bg-bg-main font-semibold text-xl transition',
                  frame.error
                    ? 'border-status-error-text'
                    : focused && index === active
                      ? 'border-primary-text ring-3 ring-primary/20'
                      : 'border-border-control/70',
                  disabled && 'bg-bg-secondary text-text-disabled',
                )}
              >
                {value[index] ??
                  (focused && index === active ? <span className="h-6 w-0.5 rounded-full bg-primary-text" /> : null)}
              </span>
            ))}
          </span>
        </span>
      )}
    </Field>
  );
}
