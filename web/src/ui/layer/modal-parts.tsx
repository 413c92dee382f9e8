import { ArrowLeft } from 'lucide-react';
import { type MouseEvent as MouseEventOf, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** A face or picture before the title. */
  face?: ReactNode;
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
  /** What has the focus when it opens; else its first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
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

const isSecondPress = (event: Event) => event instanceof MouseEvent && event.detail > 1;

/**
 * A press outside closes a layer. A press on a toast is not one, because toasts lie above every layer; nor is the second
 * press of a double click or double tap on the button that opened it.
 */
export function useClosing({ open, onOpenChange }: Pick<ModalProps, 'open' | 'onOpenChange'>) {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return (next: boolean, { reason, event, cancel }: CloseDetails) => {
    const isOnToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null;
    const isSecondTap = event.type !== 'click' && performance.now() - openedAt.current < DOUBLE_TAP_MS;
    if (reason === 'outside-press' && (isOnToast || isSecondTap || isSecondPress(event))) cancel();
    else onOpenChange(next);
  };
}

/** For a layer's popup: that second press does nothing inside it either, where it may lie on any button. */
export function useOwnPresses(open: boolean) {
  const hasOwn = useRef(false);
  useEffect(() => {
    if (open) hasOwn.current = false;
  }, [open]);
  return (event: MouseEventOf<HTMLElement>) => {
    if (!isSecondPress(event.nativeEvent)) hasOwn.current = true;
    if (hasOwn.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-docked=""
      className="flex shrink-0 items-center justify-end gap-2 border-border border-t px-5 large-text:flex-wrap pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&>*]:flex-1 max-md:large-text:[&>*]:basis-auto"
    >
      {children}
    </div>
  );
}
