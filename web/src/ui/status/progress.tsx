import clsx from 'clsx';
import type { ReactNode } from 'react';

type ProgressProps = { label: string; value: number; max?: number; className?: string };

const shareOf = (value: number, max: number) => (max > 0 ? Math.min(1, Math.max(0, value / max)) : 0);

/** A progress bar with its number. */
export function ProgressBar({ label, value, max = 100, className }: ProgressProps) {
  const share = shareOf(value, max);
  return (
    <div className={clsx('flex flex-col gap-2', className)}>
      <div className="flex justify-between gap-4 text-sm">
        <span className="text-text-secondary">{label}</span>
        <span data-figures="" className="font-semibold">
          {Math.round(share * 100)}%
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        className="h-2 overflow-hidden rounded-full bg-bg-secondary-hover"
      >
        <div
          className="size-full origin-left rounded-full bg-primary-mark transition-transform duration-250 rtl:origin-right"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that shows a share of a whole, with room for a figure inside. */
export function ProgressRing({
  label,
  value,
  max = 100,
  children,
  className,
}: ProgressProps & { children?: ReactNode }) {
  const share = shareOf(value, max);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={clsx('relative inline-grid size-16 shrink-0 place-items-center', className)}
    >
      <svg viewBox="0 0 48 48" fill="none" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
        <circle cx="24" cy="24" r={RADIUS} strokeWidth="4.5" className="stroke-bg-secondary-hover" />
        {share > 0 ? (
          <circle
            cx="24"
            cy="24"
            r={RADIUS}
            strokeWidth="4.5"
            strokeLinecap="round"
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - share)}
            className="stroke-primary-mark transition-[stroke-dashoffset] duration-250"
          />
        ) : null}
      </svg>
      <span data-figures="" className="relative font-semibold text-sm leading-none">
        {children}
      </span>
    </span>
  );
}
