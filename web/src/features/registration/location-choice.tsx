import { MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Few organizations are so large; the others do not wait for what a long list needs. */
const Combobox = lazy(async () => ({ default: (await import('#ui/form/combobox.tsx')).Combobox }));

type Props = {
  gyms: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string) => void;
  error?: string | null;
};

/** More than a thumb's worth of cards is a list to search. */
const MOST_CARDS = 5;

/** Which of the organization's gyms one trains at. */
export function LocationChoice({ gyms, value, onChange, error }: Props) {
  if (gyms.length > MOST_CARDS)
    return (
      <Suspense fallback={<Skeleton className="h-12" />}>
        <Combobox
          label="Your location"
          options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={(id) => onChange(id ?? '')}
          error={error}
        />
      </Suspense>
    );
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
