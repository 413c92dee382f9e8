import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

type DisclosureProps = {
  icon?: ReactNode;
  label: string;
  /** The current value in words, so that most users need not open it. */
  value: ReactNode;
  /** Opens it from outside, for example to show an error inside. */
  forceOpen?: boolean;
  children: ReactNode;
};

/** A setting shown as one line, which opens for editing. */
export function Disclosure({ icon, label, value, forceOpen = false, children }: DisclosureProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = opened || forceOpen;
  return (
    <div className="border-border border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
        className="-mx-2 flex min-h-13 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-2.5 text-left transition hover:bg-bg-secondary [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-text-tertiary"
      >
        {icon}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium text-base">{label}</span>
          <span className="min-w-0 max-w-full truncate text-sm text-text-secondary">{value}</span>
        </span>
        <ChevronDown aria-hidden="true" className={clsx('transition-transform', open && 'rotate-180')} />
      </button>
      <div id={id} hidden={!open} className="animate-enter pt-1 pb-5">
        {open ? children : null}
      </div>
    </div>
  );
}
