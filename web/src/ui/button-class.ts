import clsx from 'clsx';

export type ButtonVariant = 'primary' | 'soft' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  /** For an action repeated in each row of a list. */
  soft: 'bg-primary-soft text-primary-text hover:bg-primary hover:text-on-primary',
  secondary:
    'text-text-primary ring-1 ring-inset ring-border-control/60 hover:bg-bg-secondary-hover hover:ring-border-control',
  ghost: 'text-text-primary hover:bg-bg-secondary-hover',
  danger: 'bg-status-error text-on-status-error hover:bg-status-error-hover',
};

const sizes: Record<ButtonSize, string> = {
  xs: 'min-h-7 gap-1 rounded-mark px-2.5 text-xs [--icon:0.875rem]',
  sm: 'min-h-9 gap-1.5 rounded-control px-3.5 text-sm [--icon:1rem]',
  md: 'min-h-11 gap-2 rounded-control px-4.5 text-sm [--icon:1.125rem]',
  lg: 'min-h-12 gap-2 rounded-card px-6 text-base [--icon:1.25rem]',
  xl: 'min-h-14 gap-2.5 rounded-card px-8 text-base [--icon:1.25rem]',
};

const squares: Record<ButtonSize, string> = {
  xs: 'size-7 rounded-mark [--icon:0.875rem]',
  sm: 'size-9 rounded-control [--icon:1.125rem]',
  md: 'size-11 rounded-control [--icon:1.25rem]',
  lg: 'size-12 rounded-card [--icon:1.375rem]',
  xl: 'size-14 rounded-card [--icon:1.5rem]',
};

type Look = { variant?: ButtonVariant; size?: ButtonSize; full?: boolean; square?: boolean; className?: string };

/** A button's look, for links that act like one. */
export function buttonClass({ variant = 'primary', size = 'md', full, square, className }: Look = {}): string {
  return clsx(
    'touch-target inline-flex max-w-full shrink-0 select-none items-center justify-center font-semibold tracking-[-0.01em] active:scale-[0.98] pointer-fine:transition',
    'disabled:pointer-events-none disabled:opacity-45 aria-disabled:pointer-events-none aria-disabled:opacity-45 [&_svg]:size-(--icon) [&_svg]:shrink-0',
    variants[variant],
    square ? squares[size] : sizes[size],
    full && 'w-full',
    className,
  );
}
