import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote } from './field.tsx';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  className?: string;
};

/** A checkbox, for consent and lists. */
export function Checkbox({ label, hint, error, className, ...input }: ChoiceProps) {
  const noteId = useId();
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:opacity-50">
        <span className="relative mt-0.5 size-5 shrink-0">
          <input
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? noteId : undefined}
            className="peer size-5 cursor-[inherit] appearance-none rounded-mark border-[1.5px] border-border-control bg-bg-main transition checked:border-primary-mark checked:bg-primary aria-invalid:border-status-error-text"
            {...input}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.2}
            className="pointer-events-none absolute inset-0 m-auto size-3.5 scale-50 text-on-primary opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
          />
        </span>
        <span className="wrap-anywhere min-w-0 text-base text-text-primary">{label}</span>
      </label>
      <div className="-mt-2 ps-8 empty:hidden">
        <FieldNote id={noteId} hint={hint} error={error} />
      </div>
    </div>
  );
}

// Screen readers use the checkbox's own state, so there is no aria-checked to keep in sync.
const asSwitch = { role: 'switch' };

/** A switch that takes effect at once. */
export function Switch({ label, hint, error, className, ...input }: ChoiceProps) {
  const noteId = useId();
  return (
    <label
      className={clsx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 has-disabled:cursor-not-allowed',
        className,
      )}
    >
      <span className="flex min-w-0 flex-col">
        <span className="text-base text-text-primary">{label}</span>
        <FieldNote id={noteId} hint={hint} error={error} />
      </span>
      <span className="relative h-7 w-12 shrink-0 has-disabled:opacity-50">
        <input
          type="checkbox"
          {...asSwitch}
          aria-describedby={error || hint ? noteId : undefined}
          className="peer h-7 w-12 cursor-[inherit] appearance-none rounded-full bg-border-control transition checked:bg-primary-mark"
          {...input}
        />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-bg-main shadow-float transition peer-checked:translate-x-5" />
      </span>
    </label>
  );
}
