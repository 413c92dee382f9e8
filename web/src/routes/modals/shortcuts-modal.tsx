import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { Dialog } from '#ui/dialog.tsx';

const shortcuts = [
  ['/', 'Search sessions'],
  ['?', 'Show this list'],
  ['Esc', 'Close what is on top'],
  ['Tab', 'Go to the next control'],
] as const;

export default function ShortcutsModal({ open, onClose }: ModalScreenProps<'shortcuts'>) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Keyboard shortcuts">
      <dl className="flex flex-col">
        {shortcuts.map(([keys, label]) => (
          <div key={keys} className="flex items-center justify-between border-border border-b py-3 last:border-0">
            <dt>{label}</dt>
            <dd>
              <kbd className="grid min-w-8 place-items-center rounded-mark bg-bg-secondary-hover px-2 py-1 font-medium text-sm">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
