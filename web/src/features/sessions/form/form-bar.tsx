import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Where a long form stands: in a window that scrolls, or on a page over the bar of a phone. */
export type FormPlace = 'window' | 'page';

/** What finishes a long form stays under the thumb while it scrolls. */
export function FormBar({ place, children }: { place: FormPlace; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'sticky z-10 flex items-center justify-end gap-2 border-border border-t py-3 backdrop-blur max-md:[&>*]:flex-1',
        place === 'window'
          ? '-bottom-5 -mx-5 -mb-5 bg-bg-raised/95 px-5 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6'
          : 'bottom-16 -mx-4 bg-bg-main/95 px-4 md:bottom-0 md:mx-0 md:px-0',
      )}
    >
      {children}
    </div>
  );
}
