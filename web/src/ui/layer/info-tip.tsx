import { Popover } from '@base-ui/react/popover';
import clsx from 'clsx';
import { Info } from 'lucide-react';
import { usePopup } from './back-steps.ts';
import { popupClass } from './popup-class.ts';

/** An explanation behind a small sign: on hover, on a tap, and with the keyboard. */
export function InfoTip({ label, text }: { label: string; text: string }) {
  return (
    <Popover.Root {...usePopup()}>
      <Popover.Trigger
        openOnHover
        delay={200}
        aria-label={label}
        className="touch-target grid size-6 shrink-0 place-items-center rounded-full text-text-tertiary transition hover:text-text-primary print:hidden"
      >
        <Info aria-hidden="true" className="size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={12} className="z-popover">
          <Popover.Popup
            initialFocus={false}
            className={clsx(popupClass, 'max-w-72 px-4 py-3 text-pretty text-sm text-text-secondary')}
          >
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
