import clsx from 'clsx';
import type { ReactNode } from 'react';
import { chosenLook } from '../chosen-look.ts';

type OptionTileProps = {
  /** Shared by all tiles of one question. */
  name: string;
  value: string;
  checked: boolean;
  onChange: () => void;
  disabled?: boolean;
  /** Why it can't be chosen, as a tooltip and for screen readers. */
  why?: string | null;
  children: ReactNode;
  className?: string;
};

/** A chip-sized tile; without its own padding where a grid sets its width. */
export const pill = (chosen: boolean, inGrid = false) =>
  clsx(
    'min-h-10 rounded-full font-medium text-sm pointer-coarse:min-h-11',
    !inGrid && 'px-3.5',
    chosen ? chosenLook : 'bg-bg-secondary text-text-secondary hover:bg-bg-secondary-hover hover:text-text-primary',
  );

/** A radio button shown as a tile. Arrow keys move between tiles. */
export function OptionTile({ name, value, checked, onChange, disabled, why, children, className }: OptionTileProps) {
  return (
    <label
      title={why ?? undefined}
      className={clsx(
        'relative grid cursor-pointer select-none place-items-center text-center transition',
        'has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-focus-visible:outline-offset-2',
        'has-disabled:cursor-not-allowed has-[:not(:disabled)]:active:scale-[0.97]',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      {children}
      {why ? <span className="sr-only">, {why}</span> : null}
    </label>
  );
}

type OptionGroupProps = { label: string; hideLabel?: boolean; children: ReactNode; className?: string };

/** The question that the tiles answer. */
export function OptionGroup({ label, hideLabel, children, className }: OptionGroupProps) {
  return (
    <fieldset className={clsx('min-w-0', className)}>
      <legend className={hideLabel ? 'sr-only' : 'mb-2 font-medium text-sm text-text-primary'}>{label}</legend>
      {children}
    </fieldset>
  );
}
