import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { chosenLook } from '../chosen-look.ts';

type FilterSelectProps<V extends string> = {
  label: string;
  /** The label when nothing is chosen. */
  any: string;
  options: readonly { value: V; label: string }[];
  value: V | null;
  onChange: (value: V | null) => void;
};

/** A filter with several values, as small as a chip; the device's own picker lies over it. */
export function FilterSelect<V extends string>({ label, any, options, value, onChange }: FilterSelectProps<V>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <span
      className={clsx(
        'relative inline-flex min-h-9 shrink-0 items-center gap-1 whitespace-nowrap rounded-full pr-2.5 pl-3.5 font-medium text-sm transition has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-focus-visible:outline-offset-2',
        chosen
          ? chosenLook
          : 'bg-bg-secondary text-text-secondary has-[select:hover]:bg-bg-secondary-hover has-[select:hover]:text-text-primary',
      )}
    >
      {chosen?.label ?? any}
      <ChevronDown aria-hidden="true" className="size-4 opacity-70" />
      <select
        aria-label={label}
        className="absolute -inset-y-1 inset-x-0 opacity-0"
        value={value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value ?? null)}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
