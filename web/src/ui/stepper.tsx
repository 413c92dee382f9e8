import clsx from 'clsx';
import { Check } from 'lucide-react';

type StepperProps = { label: string; steps: readonly string[]; current: number; className?: string };

/** The position in a short sequence; `current` counts from 0. */
export function Stepper({ label, steps, current, className }: StepperProps) {
  return (
    <ol aria-label={label} className={clsx('flex gap-2', className)}>
      {steps.map((step, index) => {
        const done = index < current;
        const now = index === current;
        return (
          <li key={step} aria-current={now ? 'step' : undefined} className="flex min-w-0 flex-1 flex-col gap-2.5">
            <span className="h-1 overflow-hidden rounded-full bg-bg-secondary-hover">
              <span
                className={clsx(
                  'block size-full origin-left rounded-full bg-primary-mark transition-transform duration-250 rtl:origin-right',
                  !done && !now && 'scale-x-0',
                )}
              />
            </span>
            <span
              className={clsx(
                'flex items-center gap-1.5 text-sm',
                now ? 'font-semibold text-text-primary' : 'text-text-tertiary',
                !now && 'max-sm:sr-only large-text:sr-only',
              )}
            >
              {done ? (
                <Check aria-label="Done:" className="size-4 shrink-0 text-primary-text" strokeWidth={2.6} />
              ) : null}
              <span className="truncate">{step}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
