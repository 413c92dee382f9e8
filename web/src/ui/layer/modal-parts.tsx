import type { ReactNode } from 'react';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Actions that stay in sight under the scrolling content. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Keeps the title for screen readers only, where the content is its own heading. */
  hideTitle?: boolean;
  size?: 'sm' | 'md' | 'lg';
};

export const closeClass =
  'touch-target -mr-2 grid size-10 shrink-0 place-items-center rounded-full text-text-secondary transition hover:bg-bg-secondary-hover hover:text-text-primary';

export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 items-center justify-end gap-2 border-border border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&>*]:flex-1">
      {children}
    </div>
  );
}
