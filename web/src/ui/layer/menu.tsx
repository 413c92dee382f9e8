import { Menu as Base } from '@base-ui/react/menu';
import clsx from 'clsx';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { chosenLook } from '../chosen-look.ts';
import { usePopup } from './back-steps.ts';
import { optionClass, popupClass } from './popup-class.ts';

export type MenuAction = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
};

type MenuProps = {
  /** The element that opens the menu; it needs its own accessible name. */
  trigger: ReactElement;
  /** Groups are separated by a line. */
  groups: readonly (readonly MenuAction[])[];
  /** A row of signs over the groups; the labels are read aloud. */
  row?: readonly SignAction[] | undefined;
  align?: 'start' | 'end';
  /** What the menu stands beside, if not its trigger. */
  anchor?: RefObject<Element | null> | undefined;
  /** Set where something besides the trigger opens it too. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export type SignAction = { label: string; sign: ReactNode; isOn?: boolean; onSelect: () => void };

export function Menu({ trigger, groups, row = [], align = 'end', anchor, open, onOpenChange }: MenuProps) {
  return (
    <Base.Root modal={false} {...usePopup(open, onOpenChange)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} anchor={anchor} className="z-popover">
          <Base.Popup className={clsx(popupClass, 'min-w-52 p-1.5')}>
            {row.length > 0 ? (
              <Base.Group className="mb-1.5 flex justify-between gap-0.5 border-border border-b pb-1.5">
                {row.map(({ label, sign, isOn, onSelect }) => (
                  <Base.Item
                    key={label}
                    aria-label={label}
                    onClick={onSelect}
                    className={clsx(
                      'grid size-10 cursor-pointer select-none place-items-center rounded-full text-xl outline-none transition data-highlighted:bg-bg-secondary-hover [&_svg]:size-5 [&_svg]:text-text-secondary',
                      isOn && chosenLook,
                    )}
                  >
                    {sign}
                  </Base.Item>
                ))}
              </Base.Group>
            ) : null}
            {groups.map((actions, index) => (
              <Base.Group key={actions[0]?.label ?? index}>
                {index > 0 ? <Base.Separator className="mx-3 my-1.5 h-px bg-border" /> : null}
                {actions.map((action) => (
                  <Base.Item
                    key={action.label}
                    onClick={action.onSelect}
                    disabled={action.disabled}
                    className={clsx(
                      optionClass,
                      action.danger ? 'text-status-error-text' : '[&_svg]:text-text-tertiary',
                    )}
                  >
                    {action.icon}
                    {action.label}
                  </Base.Item>
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
