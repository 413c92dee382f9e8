import clsx from 'clsx';
import { OTPInput, type SlotProps } from 'input-otp';
import type { Ref } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type CodeInputProps = FieldFrame & {
  value: string;
  onChange: (digits: string) => void;
  /** Called once the last digit is typed or pasted. */
  onComplete?: (digits: string) => void;
  length?: number;
  disabled?: boolean;
  /** Set only if the code is all there is on the screen. */
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Digits in boxes. Underneath is one ordinary field, so paste, autofill, screen readers and every keyboard work as
 * usual.
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
  const input = { ref, disabled, autoFocus };

  // The library's own onComplete stays silent when a digit of a full code is corrected.
  const take = (text: string) => {
    const digits = digitsOf(text);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };

  return (
    <Field {...frame}>
      {(control) => (
        <OTPInput
          {...control}
          {...input}
          value={value}
          onChange={take}
          maxLength={length}
          pasteTransformer={digitsOf}
          // Codes come by mail, so there is no need to make room for a password manager's badge.
          pushPasswordManagerStrategy="none"
          noScriptCSSFallback={null}
          render={({ slots }) => (
            <span aria-hidden="true" data-figures="" className="flex gap-2">
              {slots.map((slot, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                <Box key={index} {...slot} hasError={Boolean(frame.error)} disabled={disabled} />
              ))}
            </span>
          )}
        />
      )}
    </Field>
  );
}

type BoxProps = SlotProps & { hasError: boolean; disabled: boolean | undefined };

function Box({ char, isActive, hasFakeCaret, hasError, disabled }: BoxProps) {
  return (
    <span
      className={clsx(
        'grid h-15 min-w-0 max-w-14 flex-1 place-items-center rounded-card border bg-bg-main font-semibold text-xl transition',
        hasError
          ? 'border-status-error-text'
          : isActive
            ? 'border-primary-text ring-3 ring-primary/20'
            : 'border-border-control/70',
        disabled ? 'bg-bg-secondary text-text-disabled' : 'text-text-primary',
      )}
    >
      {hasFakeCaret ? <span className="h-6 w-0.5 rounded-full bg-primary-text" /> : char}
    </span>
  );
}
