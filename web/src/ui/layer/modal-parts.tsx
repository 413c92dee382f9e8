import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Small buttons next to the close button. */
  actions?: ReactNode;
  /** Actions that stay visible below the scrolling content. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Shows an arrow before the title, for a window with a view behind the one it shows. */
  onBack?: (() => void) | undefined;
  /** The content fills the window to its edges and scrolls by itself. */
  fill?: boolean;
  /** Hides the title visually where the content has its own heading. */
  hideTitle?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Set when the caller opened it with a history entry, so Back closes it without another step. */
  inHistory?: boolean;
};

export const closeClass =
  'touch-target -mr-2 grid size-10 shrink-0 place-items-center rounded-full text-text-secondary transition hover:bg-bg-secondary-hover hover:text-text-primary';

/** Takes the focus, which was on what led here and is gone. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button
      ref={button}
      type="button"
      aria-label="Back"
      onClick={onBack}
      className="touch-target -ml-2 grid size-10 shrink-0 place-items-center rounded-full text-text-secondary transition hover:bg-bg-secondary-hover hover:text-text-primary"
    >
      <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </button>
  );
}

export const fillClass = 'flex flex-col overflow-hidden';

export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

type CloseDetails = { reason: string; event: Event; cancel: () => void };

/** Toasts lie above every layer, so a press on one is not a press outside. */
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
