import clsx from 'clsx';
import type { ReactNode } from 'react';
import { shownCount } from './shown-count.ts';

export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'error' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-bg-secondary-hover text-text-secondary',
  primary: 'bg-primary-soft text-primary-text',
  success: 'bg-status-success-bg text-status-success-text',
  warning: 'bg-status-warning-bg text-status-warning-text',
  error: 'bg-status-error-bg text-status-error-text',
  info: 'bg-status-info-bg text-status-info-text',
};

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string };

/** A short label for a state. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      data-figures=""
      className={clsx(
        'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-full px-2.5 font-semibold text-xs [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A count; hidden at zero. */
export function CountBadge({ count, label, className }: { count: number; label: string; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      role="status"
      data-figures=""
      aria-label={`${count} ${label}`}
      className={clsx(
        'inline-block min-w-5 rounded-full bg-status-error px-1.5 text-center font-bold text-[min(0.75rem,15px)] text-on-status-error leading-5',
        className,
      )}
    >
      {shownCount(count)}
    </span>
  );
}
