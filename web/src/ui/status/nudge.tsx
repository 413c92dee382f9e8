import type { ReactNode } from 'react';

type NudgeProps = {
  icon: ReactNode;
  /** The subject, then its benefit, which is hidden on a phone. */
  title: string;
  text: ReactNode;
  action: ReactNode;
  label?: string;
  /** What the action opens, in the same box. */
  children?: ReactNode;
};

/** A one-time suggestion in a slim row. */
export function Nudge({ icon, title, text, action, label, children }: NudgeProps) {
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-card bg-bg-secondary py-1 pr-1 pl-3.5">
      <div className="flex min-h-11 items-center gap-3 large-text:flex-wrap">
        <span className="shrink-0 text-primary-text [&_svg]:size-5">{icon}</span>
        <p className="min-w-0 flex-1 text-sm large-text:basis-2/3 max-sm:py-1.5 sm:truncate">
          <span className="font-semibold">{title}</span>{' '}
          <span className="text-text-secondary max-sm:sr-only">{text}</span>
        </p>
        <div className="flex max-w-full shrink-0 items-center">{action}</div>
      </div>
      {children ? <div className="pr-2.5 pb-3">{children}</div> : null}
    </section>
  );
}
