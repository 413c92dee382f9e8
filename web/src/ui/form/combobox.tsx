import { Combobox as Base } from '@base-ui/react/combobox';
import clsx from 'clsx';
import { Check, ChevronDown, X } from 'lucide-react';
import { usePopup } from '../layer/back-steps.ts';
import { optionClass, popupClass } from '../layer/popup-class.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldFrame } from './field.tsx';

export type ComboboxOption = { value: string; label: string; description?: string };

type ComboboxProps = FieldFrame & {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** Set when options are searched elsewhere: called while typing, and the options are shown unfiltered. */
  onSearch?: (text: string) => void;
  placeholder?: string;
  emptyText?: string;
  disabled?: boolean;
};

/** A choice from a long list, found by typing. */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  onSearch,
  placeholder = 'Type to search…',
  emptyText = 'No matches.',
  disabled,
  ...frame
}: ComboboxProps) {
  const popup = usePopup();
  return (
    <Field {...frame}>
      {(control) => (
        <Base.Root
          {...popup}
          items={options}
          value={options.find((option) => option.value === value) ?? null}
          onValueChange={(next: ComboboxOption | null) => onChange(next?.value ?? null)}
          onInputValueChange={onSearch}
          filter={onSearch ? null : undefined}
          disabled={disabled}
          autoHighlight
        >
          <Base.InputGroup className="relative">
            <Base.Input
              {...control}
              onBlur={onBlur}
              placeholder={placeholder}
              className={clsx(controlClass, 'h-12 pr-20 pl-3.5')}
            />
            <span className="absolute inset-y-0 right-2 flex items-center text-text-tertiary [&_svg]:size-4.5">
              <Base.Clear
                aria-label="Clear"
                className="touch-target grid size-8 place-items-center rounded-control hover:bg-bg-secondary-hover"
              >
                <X aria-hidden="true" />
              </Base.Clear>
              <Base.Trigger
                aria-label="Show options"
                className="touch-target grid size-8 place-items-center rounded-control hover:bg-bg-secondary-hover"
              >
                <ChevronDown aria-hidden="true" />
              </Base.Trigger>
            </span>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={6} className="z-popover">
              <Base.Popup className={clsx(popupClass, 'w-(--anchor-width)')}>
                <Base.Empty>
                  <p className="px-4.5 py-4 text-sm text-text-secondary">{emptyText}</p>
                </Base.Empty>
                <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1.5 data-empty:p-0">
                  {(option: ComboboxOption) => (
                    <Base.Item key={option.value} value={option} className={optionClass}>
                      <span className="flex min-w-0 flex-1 flex-col">
                        <span className="truncate">{option.label}</span>
                        {option.description ? (
                          <span className="truncate text-sm text-text-secondary">{option.description}</span>
                        ) : null}
                      </span>
                      <Base.ItemIndicator className="text-primary-text">
                        <Check aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
