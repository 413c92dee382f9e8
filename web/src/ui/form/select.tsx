import { Select as Base } from '@base-ui/react/select';
import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePopup } from '../layer/back-steps.ts';
import { optionClass, popupClass } from '../layer/popup-class.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldFrame } from './field.tsx';

export type SelectOption<V extends string> = { value: V; label: string; icon?: ReactNode; disabled?: boolean };

type SelectProps<V extends string> = FieldFrame & {
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
};

/** A choice from a short list. */
export function Select<V extends string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder = 'Choose…',
  disabled,
  name,
  ...frame
}: SelectProps<V>) {
  const popup = usePopup();
  return (
    <Field {...frame}>
      {(control) => (
        <Base.Root
          {...popup}
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onChange(next as V)}
          disabled={disabled}
          name={name}
          modal={false}
        >
          <Base.Trigger
            {...control}
            onBlur={onBlur}
            className={clsx(controlClass, 'flex min-h-12 items-center justify-between gap-3 px-3.5 text-left')}
          >
            <span className="flex min-w-0 items-center gap-2.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
              {options.find((option) => option.value === value)?.icon}
              <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-text-tertiary" />
            </span>
            <Base.Icon className="text-text-tertiary transition data-popup-open:rotate-180">
              <ChevronDown aria-hidden="true" className="size-4.5" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-popover">
              <Base.Popup className={clsx(popupClass, 'min-w-(--anchor-width) max-w-(--available-width)')}>
                <Base.List
                  aria-label={frame.label}
                  className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1.5"
                >
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      disabled={option.disabled}
                      className={optionClass}
                    >
                      {option.icon}
                      <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                      <Base.ItemIndicator className="text-primary-text">
                        <Check aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
