import { MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Few organizations need the searchable list, so it loads on demand. */
const Combobox = lazy(async () => ({ default: (await import('#ui/form/combobox.tsx')).Combobox }));

type Props = {
  gyms: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string) => void;
  error?: string | null;
};

/** With more locations than this, a searchable list replaces the cards. */
const MOST_CARDS = 5;

/** The gym of the organization where the member trains. */
export function GymChoice({ gyms, value, onChange, error }: Props) {
  if (gyms.length > MOST_CARDS)
    return (
      <Suspense
        fallback={
          <div aria-busy="true">
            <Skeleton className="h-12" />
          </div>
        }
      >
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
