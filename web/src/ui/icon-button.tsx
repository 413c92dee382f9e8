import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { shownCount } from './shown-count.ts';
import { Spinner } from './spinner.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The button's accessible name: what it does. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  round?: boolean;
  loading?: boolean;
  /** A count on the corner, read after the label; hidden at zero. */
  count?: number;
};

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  round,
  loading,
  count = 0,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={count > 0 ? `${label}, ${count}` : label}
      aria-busy={loading || undefined}
      disabled={disabled || loading}
      className={buttonClass({
        variant,
        size,
        square: true,
        className: clsx(round && 'rounded-full', className),
      })}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {count > 0 ? (
        <span
          data-figures=""
          className="absolute top-0 left-[58%] min-w-4.5 rounded-full bg-status-error px-1 text-center font-bold text-[min(0.75rem,15px)] text-on-status-error ring-2 ring-bg-main"
        >
          {shownCount(count)}
        </span>
      ) : null}
    </button>
  );
}
