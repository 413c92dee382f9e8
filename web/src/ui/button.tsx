import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner at the button's own width and ignores further presses. */
  loading?: boolean;
  full?: boolean;
  icon?: ReactNode;
  iconEnd?: ReactNode;
};

export function Button({
  variant,
  size,
  loading = false,
  full,
  icon,
  iconEnd,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, full, className: clsx(loading && 'disabled:opacity-100', className) })}
      {...rest}
    >
      {loading ? <Spinner className="absolute" /> : null}
      <span className={clsx('inline-flex items-center justify-center gap-[inherit]', loading && 'opacity-0')}>
        {icon}
        {children}
        {iconEnd}
      </span>
    </button>
  );
}
