import { importFields } from '@spotter/contract/users/import-fields.ts';
import { Select } from '#ui/form/select.tsx';
import type { ImportCheck, ImportChoices } from './import.queries.ts';

const LEFT_OUT = 'none';

type ColumnsProps = {
  found: ImportCheck;
  busy: boolean;
  onChange: (changes: Pick<ImportChoices, 'mapping'>) => void;
};

/** Each column with a few of its cells, and what it becomes. */
export function ImportColumns({ found, busy, onChange }: ColumnsProps) {
  const fields: Record<string, { label: string; required?: true }> = importFields[found.kind];
  const options = [
    { value: LEFT_OUT, label: 'Leave out' },
    ...Object.entries(fields).map(([value, { label, required }]) => ({
      value,
      label: required ? `${label} (needed)` : label,
    })),
  ];
  // Two columns may share a name, and some have none.
  const columns = found.columns.map(({ name, samples }, index) => {
    const place = `Column ${index + 1}`;
    return { key: place, index, name: name || place, samples };
  });
  const set = (column: number, field: string) =>
    onChange({
      // A field belongs to one column: choosing it here takes it from another.
      mapping: found.mapping.map((before, index) =>
        index === column ? (field === LEFT_OUT ? null : field) : before === field ? null : before,
      ),
    });
  return (
    <section aria-label="Columns" aria-busy={busy} className="flex flex-col gap-3">
      <h2 className="text-lg">Columns</h2>
      <p className="text-sm text-text-secondary">We guessed what each column is. Change what's wrong.</p>
      <ul className="flex flex-col gap-3">
        {columns.map(({ key, index, name, samples }) => (
          <li key={key} className="grid items-center gap-x-4 gap-y-2 border-border border-b pb-3 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-sm text-text-secondary">{samples.join(' · ') || 'Empty'}</p>
            </div>
            <Select
              label={`${name} becomes`}
              hideLabel
              options={options}
              value={found.mapping[index] ?? LEFT_OUT}
              onChange={(field) => set(index, field)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
