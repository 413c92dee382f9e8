import { Drawer } from '@base-ui/react/drawer';
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

type SheetProps = Omit<ModalProps, 'size'> & {
  /** As high as its content instead of the whole screen. */
  fit?: boolean;
};

/** A sheet that rises from the bottom edge and closes by dragging down. */
export function Sheet({
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
  fit,
  inHistory = false,
  initialFocus,
}: SheetProps) {
  const close = useClosing({ open, onOpenChange });
  useBackStep(open && !inHistory, () => onOpenChange(false));
  const onClickCapture = useOwnPresses(open);
  // Then large text has the title on the next line, and not between the buttons.
  const startsWithButton = onBack !== undefined || face !== undefined;
  return (
    <Drawer.Root open={open} onOpenChange={close}>
      <Drawer.Portal>
        <Drawer.Backdrop
          className={clsx(scrimClass, 'opacity-[calc(1-var(--drawer-swipe-progress))] data-swiping:duration-0')}
        />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Drawer.Popup
            initialFocus={initialFocus}
            onClickCapture={onClickCapture}
            className={clsx(
              'flex w-full max-w-2xl flex-col overflow-hidden rounded-t-sheet bg-bg-raised text-text-primary shadow-float outline-none',
              'transform-[translateY(var(--drawer-swipe-movement-y))] transition-transform duration-250 data-swiping:select-none data-swiping:duration-0',
              'data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)]',
              fit ? 'max-h-[calc(100dvh-3rem)]' : 'h-[calc(100dvh-env(safe-area-inset-top)-0.75rem)]',
            )}
          >
            <header className="flex shrink-0 touch-none flex-col">
              <span aria-hidden="true" className="mx-auto mt-2 h-1 w-9 rounded-full bg-border-control/60" />
              <div
                className={clsx(
                  'flex items-start gap-2 px-5 pt-1 pb-2',
                  startsWithButton ? 'large-text:flex-wrap' : actions && 'large-text:flex-wrap-reverse',
                )}
              >
                {onBack ? <BackButton onBack={onBack} /> : null}
                {face}
                <div
                  className={clsx(
                    'min-w-0 flex-1 pt-2',
                    startsWithButton
                      ? 'large-text:order-last large-text:basis-full'
                      : actions && 'large-text:basis-[8rem]',
                  )}
                >
                  <Drawer.Title
                    dir="auto"
                    className={hideTitle ? 'sr-only' : clsx('text-lg', fill ? 'truncate' : 'break-words')}
                  >
                    {title}
                  </Drawer.Title>
                  {description ? (
                    <Drawer.Description className="mt-1 text-sm text-text-secondary">{description}</Drawer.Description>
                  ) : null}
                </div>
                <div className="ml-auto flex shrink-0 items-center gap-1">
                  {actions}
                  <Drawer.Close aria-label="Close" className={closeClass}>
                    <X aria-hidden="true" className="size-5" />
                  </Drawer.Close>
                </div>
              </div>
            </header>
            <Drawer.Content
              className={clsx(
                'min-h-0 flex-1 touch-auto',
                fill ? fillClass : 'overflow-y-auto overscroll-contain px-5 pt-2',
                !fill && (footer ? 'pb-5' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))]'),
              )}
            >
              {children}
            </Drawer.Content>
            {footer ? <ModalFooter>{footer}</ModalFooter> : null}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
