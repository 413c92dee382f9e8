import clsx from 'clsx';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

type EmptyStateProps = {
  icon: ReactNode;
  title: string;
  /** What will appear here, and why it is useful. */
  text: ReactNode;
  action?: ReactNode;
  /** Set where it is all there is on a page, so its title is the page's heading. */
  heading?: 'h1' | 'h2';
  className?: string;
};

/** Nothing here yet: says what will appear and offers a way to fill it. */
export function EmptyState({ icon, title, text, action, heading: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="relative mb-5 grid size-16 place-items-center rounded-full bg-primary-soft text-primary-text before:absolute before:-inset-3 before:rounded-full before:border before:border-primary/15 [&_svg]:size-7">
        {icon}
      </span>
      <Heading className="mt-2 text-lg">{title}</Heading>
      <p className="mt-2 max-w-sm text-pretty text-base text-text-secondary">{text}</p>
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}

type ErrorStateProps = {
  title?: string;
  /** What is safe and what to do. */
  text?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
  heading?: 'h1' | 'h2';
  className?: string;
};

/** Something failed to load: says so and offers a retry. */
export function ErrorState({
  title = "That didn't load",
  text = 'Check your connection and try again.',
  onRetry,
  retrying,
  action,
  heading: Heading = 'h2',
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="mb-5 grid size-16 place-items-center rounded-full bg-status-error-bg text-status-error-text">
        <CloudOff aria-hidden="true" className="size-7" />
      </span>
      <Heading className="text-lg">{title}</Heading>
      <p className="mt-2 max-w-sm text-pretty text-base text-text-secondary">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry ? (
          <Button variant="secondary" onClick={onRetry} loading={retrying}>
            Try again
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  );
}
