import clsx from 'clsx';

/** The shape of loading content. Give it that size; the container sets `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('relative block overflow-hidden rounded-control bg-bg-secondary-hover', className)}
    >
      <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-bg-main/60 to-transparent" />
    </span>
  );
}

/** A list of cards that is loading. `className` is the height of a card. */
export const SkeletonCards = ({ cards = 3, className }: { cards?: number; className: string }) => (
  <div aria-busy="true" className="flex flex-col gap-3">
    {Array.from({ length: cards }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
      <Skeleton key={index} className={clsx('rounded-card', className)} />
    ))}
  </div>
);

const lineWidths = ['w-full', 'w-11/12', 'w-3/4'];

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-busy="true" className={clsx('flex flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} className={clsx('h-3.5', index === lines - 1 ? 'w-3/5' : lineWidths[index % 3])} />
      ))}
    </span>
  );
}
