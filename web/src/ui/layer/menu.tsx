import { Menu as Base } from '@base-ui/react/menu';
import clsx from 'clsx';
import type { ReactElement, ReactNode } from 'react';
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
  align?: 'start' | 'end';
};

export function Menu({ trigger, groups, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <Base.Popup className={clsx(popupClass, 'min-w-52 p-1.5')}>
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
