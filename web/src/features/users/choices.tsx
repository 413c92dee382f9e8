import { trainingGoals } from '@spotter/contract/users/training-goals.ts';
import { Chip } from '#ui/chip.tsx';
import { FieldNote } from '#ui/form/field.tsx';

type ChoicesProps<V extends string> = {
  label: string;
  options: readonly (readonly [V, string])[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  error?: string;
};

/** A choice of any number of a few options. */
export function Choices<V extends string>({ label, options, value, onChange, error }: ChoicesProps<V>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, name]) => {
          const selected = value.includes(option);
          return (
            <Chip
              key={option}
              selected={selected}
              onToggle={() => onChange(selected ? value.filter((other) => other !== option) : [...value, option])}
            >
              {name}
            </Chip>
          );
        })}
      </div>
      <FieldNote id={`${label}-problem`} error={error} />
    </fieldset>
  );
}

/** The goals everybody is offered, and those a person has already. */
export const goalOptions = (own: readonly string[]) =>
  [...new Set([...trainingGoals, ...own])].map((goal) => [goal, goal] as const);
