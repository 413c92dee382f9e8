import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { chosenLook } from './chosen-look.ts';

type ChipProps = {
  children: ReactNode;
  icon?: ReactNode;
  selected?: boolean;
  onToggle?: () => void;
  className?: string;
};

const shape =
  'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-full font-medium text-sm transition [&_svg]:size-4';

/** A filter that is on or off. */
export function Chip({ children, icon, selected = false, onToggle, className }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onToggle}
      className={clsx(
        shape,
        'touch-target min-h-9 px-3.5 active:scale-[0.97]',
        selected
          ? chosenLook
          : 'bg-bg-secondary text-text-secondary hover:bg-bg-secondary-hover hover:text-text-primary',
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </button>
  );
}

/** A selected value that can be removed. */
export function RemovableChip({ label, onRemove, icon }: { label: string; onRemove: () => void; icon?: ReactNode }) {
  return (
    <span className={clsx(shape, 'min-h-9 bg-primary-soft pr-1 pl-3.5 text-primary-text')}>
      {icon}
      {label}
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="touch-target grid size-7 place-items-center rounded-full transition hover:bg-bg-main"
      >
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
