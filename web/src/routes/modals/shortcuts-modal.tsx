import type { ModalScreenProps } from '#routes/modals.ts';
import { Dialog } from '#ui/layer/dialog.tsx';

const shortcuts = [
  ['/', 'Search sessions'],
  ['?', 'Show shortcuts'],
  ['Esc', 'Close the top window'],
  ['Tab', 'Move to the next control'],
  ['F6', 'Move to a message on the edge, and back'],
] as const;

const inTheCalendar = [
  ['D', 'Day'],
  ['W', 'Week'],
  ['M', 'Month'],
  ['A', 'Agenda'],
  ['T', 'Today'],
  ['← →', 'Previous and next'],
  ['↑ ↓', 'In the grid: move 15 minutes, or an hour with Shift'],
  ['Page', 'In the grid: move a week'],
  ['Enter', 'In the grid: create a session there'],
] as const;

export default function ShortcutsModal({ open, onClose }: ModalScreenProps<'shortcuts'>) {
  return (
    <Dialog inHistory open={open} onOpenChange={onClose} title="Keyboard shortcuts">
      <Keys list={shortcuts} />
      <h3 className="pt-5 pb-1 text-base">In the calendar</h3>
      <Keys list={inTheCalendar} />
    </Dialog>
  );
}

function Keys({ list }: { list: readonly (readonly [keys: string, label: string])[] }) {
  return (
    <dl className="flex flex-col">
      {list.map(([keys, label]) => (
        <div key={keys} className="flex items-center justify-between gap-4 border-border border-b py-1.5 last:border-0">
          <dt>{label}</dt>
          <dd>
            <kbd className="grid min-w-8 place-items-center whitespace-nowrap rounded-mark bg-bg-secondary-hover px-2 py-1 font-medium text-sm">
              {keys}
            </kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
