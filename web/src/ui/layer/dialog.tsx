import { Dialog as Base } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useBackStep } from './back-steps.ts';
import {
  BackButton,
  closeClass,
  fillClass,
  ModalFooter,
  type ModalProps,
  scrimClass,
  useClosing,
  useOwnPresses,
} from './modal-parts.tsx';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' };

/** A centered window over the page, for a question or a short form. Larger content uses Modal. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  face,
  actions,
  footer,
  children,
  hideTitle,
  onBack,
  fill = false,
  size = 'sm',
  inHistory = false,
  initialFocus,
}: ModalProps) {
  const close = useClosing({ open, onOpenChange });
  useBackStep(open && !inHistory, () => onOpenChange(false));
  const onClickCapture = useOwnPresses(open);
  const hasButtons = Boolean(onBack || face || actions);
  return (
    <Base.Root open={open} onOpenChange={close}>
      <Base.Portal>
        {/* Also dims a window below. */}
        <Base.Backdrop forceRender className={scrimClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Base.Popup
            data-window=""
            initialFocus={initialFocus}
            onClickCapture={onClickCapture}
            className={clsx(
              'flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden rounded-sheet bg-bg-raised text-text-primary shadow-float outline-none transition-[opacity,transform] duration-200 data-ending-style:scale-[0.97] data-starting-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:opacity-0',
              fill && 'h-[min(52rem,calc(100dvh-2rem))]',
              widths[size],
            )}
          >
            <header
              className={clsx(
                'flex shrink-0 items-start gap-2 px-6',
                hasButtons && 'large-text:flex-wrap-reverse',
                fill ? 'pt-3 pb-3' : 'pt-5',
              )}
            >
              {onBack ? <BackButton onBack={onBack} /> : null}
              {face}
              <div className={clsx('min-w-0 flex-1 pt-1.5', hasButtons && 'large-text:basis-[8rem]')}>
                <Base.Title
                  dir="auto"
                  className={hideTitle ? 'sr-only' : clsx('text-lg', fill ? 'truncate' : 'break-words')}
                >
                  {title}
                </Base.Title>
                {description ? (
                  <Base.Description className="mt-1.5 text-sm text-text-secondary">{description}</Base.Description>
                ) : null}
              </div>
              <div className="ml-auto flex shrink-0 items-center gap-1">
                {actions}
                <Base.Close aria-label="Close" className={closeClass}>
                  <X aria-hidden="true" className="size-5" />
                </Base.Close>
              </div>
            </header>
            <div
              className={clsx('min-h-0 flex-1', fill ? fillClass : 'overflow-y-auto overscroll-contain px-6 pt-4 pb-6')}
            >
              {children}
            </div>
            {footer ? <ModalFooter>{footer}</ModalFooter> : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
