import { Chip } from '#ui/chip.tsx';

type Props = {
  legend: string;
  gyms: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

/** The locations that get the same hours. A long list scrolls by itself, so that the button below stays near. */
export function OtherGyms({ legend, gyms, chosen, onChoose }: Props) {
  if (gyms.length === 0) return null;
  const isAll = chosen.length === gyms.length;
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="-m-1 flex max-h-64 flex-wrap gap-2 overflow-y-auto p-1">
        {gyms.length > 2 ? (
          <Chip selected={isAll} onToggle={() => onChoose(isAll ? [] : gyms.map(({ id }) => id))}>
            All locations
          </Chip>
        ) : null}
        {gyms.map(({ id, name }) => (
          <Chip
            key={id}
            selected={chosen.includes(id)}
            onToggle={() => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          >
            {name}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
