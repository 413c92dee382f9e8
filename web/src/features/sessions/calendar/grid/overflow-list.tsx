import { Popover } from '@base-ui/react/popover';
import clsx from 'clsx';
import { useNow } from '#platform/use-now.ts';
import { usePopup } from '#ui/layer/back-steps.ts';
import { popupClass } from '#ui/layer/popup-class.ts';
import type { SessionItem } from '../../session.ts';
import { LineChip } from '../line-chip.tsx';
import type { Overfull } from './day-column.tsx';

type Props = {
  overfull: Overfull | null;
  onClose: () => void;
  onOpen: (session: SessionItem) => void;
};

/** Sessions that didn't fit, as a list next to their place. */
export function OverflowList({ overfull, onClose, onOpen }: Props) {
  const now = useNow(60_000);
  return (
    <Popover.Root {...usePopup(overfull !== null, (open) => open || onClose())}>
      <Popover.Portal>
        <Popover.Positioner anchor={overfull?.anchor} side="left" align="start" sideOffset={6} className="z-popover">
          <Popover.Popup className={clsx(popupClass, 'flex w-72 flex-col p-2')}>
            <Popover.Title className="px-1.5 pt-1 pb-2 text-sm">{overfull?.title}</Popover.Title>
            <ul className="flex max-h-[min(24rem,var(--available-height))] flex-col gap-0.5 overflow-y-auto overscroll-contain [&_button]:h-9">
              {overfull?.entries.map((entry) => (
                <li key={`${entry.session.id}${entry.start}`}>
                  <LineChip entry={entry} now={now} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
