import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useBackStep } from './back-steps.ts';

type Props = { open: boolean; url: string | null; name: string; onClose: () => void };

/** A photo over the whole screen. Escape, Back, the button and a tap beside the photo close it. */
export function PhotoView({ open, url, name, onClose }: Props) {
  useBackStep(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-bg-main transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup className="fixed inset-0 z-50 grid place-items-center p-4 outline-none transition-[opacity,transform] duration-200 data-ending-style:scale-[0.97] data-starting-style:scale-[0.97] data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="sr-only">{name}</Base.Title>
          <Base.Close aria-label="Close photo" tabIndex={-1} className="absolute inset-0 cursor-zoom-out" />
          {url ? (
            <img
              src={url}
              alt={name}
              className="relative max-h-[calc(100dvh-2rem)] max-w-full rounded-card object-contain"
            />
          ) : null}
          <Base.Close
            aria-label="Close"
            className="absolute top-[max(1rem,env(safe-area-inset-top))] right-4 grid size-11 place-items-center rounded-full bg-bg-raised text-text-primary shadow-float transition hover:bg-bg-secondary-hover"
          >
            <X aria-hidden="true" className="size-5" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
