import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Where a long form stands: in a window that scrolls, or on a page. */
export type FormPlace = 'window' | 'page';

type Props = {
  place: FormPlace;
  /** What the button would create, in words. */
  summary: ReactNode;
  children: ReactNode;
};

/** Keeps a long form's submit button within thumb reach while it scrolls. */
export function FormBar({ place, summary, children }: Props) {
  return (
    <div
      data-docked=""
      className={clsx(
        'sticky z-10 flex flex-col gap-x-6 gap-y-2 border-border border-t pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur md:flex-row md:items-center md:justify-between md:pt-3',
        place === 'window'
          ? '-bottom-5 -mx-5 -mb-5 bg-bg-raised/95 px-5 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6'
          : 'bottom-0 -mx-5 bg-bg-main/95 px-5 md:mx-0 md:px-0',
      )}
    >
      <p aria-live="polite" className="min-w-0 text-sm max-md:text-center">
        {summary}
      </p>
      <div className="flex shrink-0 items-center justify-end gap-2 max-md:large-text:flex-wrap max-md:[&>*]:flex-auto max-md:[&>*]:px-3">
        {children}
      </div>
    </div>
  );
}
