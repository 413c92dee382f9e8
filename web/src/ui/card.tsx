import clsx from 'clsx';
import type { ComponentProps } from 'react';

type CardProps = ComponentProps<'section'> & {
  /** plain: a subtle border on the page; soft: a tinted background without a border. */
  look?: 'plain' | 'soft';
  padded?: boolean;
};

export function Card({ look = 'plain', padded = true, className, ...rest }: CardProps) {
  return (
    <section
      className={clsx(
        'rounded-card',
        look === 'plain' ? 'border border-border bg-bg-main' : 'bg-bg-secondary',
        padded && 'p-5',
        className,
      )}
      {...rest}
    />
  );
}
