import { MapPin } from 'lucide-react';
import { RadioGroup } from '#ui/radio-group.tsx';

type Props = {
  gyms: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string) => void;
  error?: string | null;
};

/** Which of the organisation's gyms one trains at. */
export function LocationChoice({ gyms, value, onChange, error }: Props) {
  return (
    <RadioGroup
      label="Your location"
      options={gyms.map(({ id, name }) => ({ value: id, label: name, icon: <MapPin /> }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
