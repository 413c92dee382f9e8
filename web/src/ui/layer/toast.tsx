import clsx from 'clsx';
import { Bell, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

export type ToastTone = 'default' | 'success' | 'error' | 'warning' | 'info';

const marks: Record<ToastTone, { icon: typeof Bell; className: string }> = {
  default: { icon: Bell, className: 'text-primary-text' },
  success: { icon: CircleCheck, className: 'text-status-success-text' },
  error: { icon: CircleAlert, className: 'text-status-error-text' },
  warning: { icon: TriangleAlert, className: 'text-status-warning-text' },
  info: { icon: Info, className: 'text-status-info-text' },
};

type ToastProps = {
  tone?: ToastTone;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  leaving?: boolean;
};

/** A brief message. The caller decides where and for how long. */
export function Toast({ tone = 'default', title, text, action, onClose, leaving }: ToastProps) {
  const { icon: Icon, className } = marks[tone];
  return (
    <div
      className={clsx(
        'pointer-events-auto flex w-88 max-w-[calc(100vw-2rem)] items-center gap-1 rounded-card bg-bg-raised py-2 pr-2 pl-4 text-sm text-text-primary shadow-float ring-1 ring-border max-md:w-[calc(100vw-2rem)] max-md:max-w-md',
        // Then the buttons stand below the words.
        'large-text:flex-wrap large-text:justify-end',
        leaving ? 'animate-leave' : 'animate-enter',
      )}
    >
      <Icon aria-hidden="true" className={clsx('mr-2 size-5 shrink-0', className)} />
      <div className="min-w-0 flex-1 py-1.5 large-text:basis-2/3">
        <p className="font-semibold">{title}</p>
        {text ? <p className="mt-0.5 text-text-secondary">{text}</p> : null}
      </div>
      {action}
      {onClose ? (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onClose}
          className="touch-target grid size-8 shrink-0 place-items-center rounded-full text-text-tertiary transition hover:bg-bg-secondary-hover hover:text-text-primary"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
