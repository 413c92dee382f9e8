import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

type TooltipProps = { text: string; children: ReactElement; side?: 'top' | 'right' | 'bottom' | 'left' };

/** Help on hover and focus. Never the only place for information. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={350} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-popover">
          <Base.Popup className="max-w-64 origin-(--transform-origin) rounded-control bg-text-primary px-3 py-1.5 font-medium text-sm text-text-inverse shadow-float transition-[opacity,transform] duration-150 data-ending-style:scale-95 data-starting-style:scale-95 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
