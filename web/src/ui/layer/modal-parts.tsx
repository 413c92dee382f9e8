import type { ReactNode } from 'react';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Small buttons beside the one that closes. */
  actions?: ReactNode;
  /** Actions that stay in sight under the scrolling content. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Keeps the title for screen readers only, where the content is its own heading. */
  hideTitle?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Back closes it without a step of its own, because the caller opened it with an entry in the history. */
  inHistory?: boolean;
};

export const closeClass =
  'touch-target -mr-2 grid size-10 shrink-0 place-items-center rounded-full text-text-secondary transition hover:bg-bg-secondary-hover hover:text-text-primary';

export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

type CloseDetails = { reason: string; event: Event; cancel: () => void };

/** A press on a toast, which stands over every layer, is not a press beside this one. */
export const exceptOnToasts = (onOpenChange: ModalProps['onOpenChange']) => (open: boolean, details: CloseDetails) => {
  const { target } = details.event;
  if (details.reason === 'outside-press' && target instanceof Element && target.closest('[data-toasts]'))
    details.cancel();
  else onOpenChange(open);
};

export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-docked=""
      className="flex shrink-0 items-center justify-end gap-2 border-border border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&>*]:flex-1"
    >
      {children}
    </div>
  );
}
