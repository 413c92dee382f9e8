import { Drawer } from '@base-ui/react/drawer';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useBackStep } from './back-steps.ts';

type Props = { open: boolean; url: string | null; name: string; caption?: string; onClose: () => void };

/** A photo over the whole screen. Escape, Back, the button, a tap beside the photo and a swipe down close it. */
export function PhotoView({ open, url, name, caption = '', onClose }: Props) {
  useBackStep(open, onClose);
  const isZoomed = useIsZoomed();
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Drawer.Portal>
        <Drawer.Viewport className="fixed inset-0 z-50">
          <Drawer.Popup
            // Then a finger moves what is seen of the photo.
            data-base-ui-swipe-ignore={isZoomed || undefined}
            className={clsx(
              'grid size-full place-items-center bg-bg-main p-4 outline-none data-swiping:rounded-t-sheet data-swiping:shadow-float',
              'transform-[translateY(var(--drawer-swipe-movement-y))] transition-[opacity,transform] duration-200 data-swiping:select-none data-swiping:duration-0',
              'data-swipe-dismiss:transform-[translateY(100%)] data-ending-style:opacity-0 data-starting-style:opacity-0',
            )}
          >
            <Drawer.Title className="sr-only">{name}</Drawer.Title>
            <Drawer.Close aria-label="Close photo" tabIndex={-1} className="absolute inset-0 cursor-zoom-out" />
            {url ? (
              <figure className="relative flex max-h-[calc(100dvh-2rem)] max-w-full flex-col items-center gap-3">
                <img
                  src={url}
                  alt={name}
                  draggable={false}
                  className="min-h-0 max-w-full rounded-card object-contain"
                />
                {caption ? (
                  <figcaption
                    dir="auto"
                    className="max-h-[30dvh] max-w-prose shrink-0 overflow-y-auto whitespace-pre-wrap break-words text-center"
                  >
                    {caption}
                  </figcaption>
                ) : null}
              </figure>
            ) : null}
            <Drawer.Close
              aria-label="Close"
              className="absolute top-[max(1rem,env(safe-area-inset-top))] right-4 grid size-11 place-items-center rounded-full bg-bg-raised text-text-primary shadow-float transition hover:bg-bg-secondary-hover"
            >
              <X aria-hidden="true" className="size-5" />
            </Drawer.Close>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Whether two fingers have enlarged the screen. */
const useIsZoomed = () =>
  useSyncExternalStore(
    (onChange) => {
      window.visualViewport?.addEventListener('resize', onChange);
      return () => window.visualViewport?.removeEventListener('resize', onChange);
    },
    () => (window.visualViewport?.scale ?? 1) > 1.01,
  );
