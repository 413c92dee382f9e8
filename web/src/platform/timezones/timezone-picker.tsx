import { useMemo } from 'react';
import { Combobox } from '#ui/form/combobox.tsx';
import { type LabelStyle, zoneOptions } from './zone-options.ts';

type Props = {
  value: string | null;
  onChange: (zone: string | null) => void;
  label?: string;
  hint?: string;
  error?: string | null;
  labelStyle?: LabelStyle;
};

/** Picks a zone by well-known places, sorted by offset. */
export function TimezonePicker({ value, onChange, label = 'Timezone', labelStyle = 'abbreviation', ...rest }: Props) {
  const options = useMemo(() => zoneOptions(labelStyle, new Date(), value), [labelStyle, value]);
  return (
    <Combobox
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      placeholder="Type a city or GMT+10"
      emptyText="No matches. Try the nearest large city."
      {...rest}
    />
  );
}
