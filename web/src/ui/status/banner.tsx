import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type BannerTone = 'error' | 'success' | 'warning' | 'info';

const looks: Record<BannerTone, { icon: typeof Info; className: string }> = {
  error: { icon: CircleAlert, className: 'bg-status-error-bg text-status-error-text' },
  success: { icon: CircleCheck, className: 'bg-status-success-bg text-status-success-text' },
  warning: { icon: TriangleAlert, className: 'bg-status-warning-bg text-status-warning-text' },
  info: { icon: Info, className: 'bg-status-info-bg text-status-info-text' },
};

type BannerProps = { tone?: BannerTone; title?: string; children: ReactNode; action?: ReactNode; className?: string };

/** A message inside the page; forms use the red one for failures. */
export function Banner({ tone = 'error', title, children, action, className }: BannerProps) {
  const { icon: Icon, className: look } = looks[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx('flex animate-enter flex-wrap items-start gap-3 rounded-card px-4 py-3 text-sm', look, className)}
    >
      {/* An action that would squeeze the text goes below it. */}
      <div className="flex min-w-0 flex-1 basis-[12rem] items-start gap-3">
        <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />
        <div className="min-w-0 flex-1 break-words">
          {title ? <p className="font-semibold">{title}</p> : null}
          <div>{children}</div>
        </div>
      </div>
      {action}
    </div>
  );
}
