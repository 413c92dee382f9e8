import { addDays } from '@spotter/contract/wall-clock.ts';
import { Chip } from '#ui/chip.tsx';
import { DateField } from '#ui/form/date-time-field.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { type DashboardFilter, type Range, ranges } from './dashboard-filter.ts';

const labels: Record<Range, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  custom: 'Custom',
};

type Props = {
  filter: DashboardFilter;
  onChange: (change: Partial<DashboardFilter>) => void;
  /** What is shown now; a custom period starts from it. */
  period: { from: string; to: string } | undefined;
  gyms: readonly { id: string; name: string }[];
};

/** Which location and which days the dashboard is about. */
export function PeriodFilter({ filter, onChange, period, gyms }: Props) {
  const custom = filter.range === 'custom' && filter.from && filter.to ? { from: filter.from, to: filter.to } : null;
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        {gyms.length > 1 ? (
          <FilterSelect
            label="Location"
            any="All locations"
            options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
            value={filter.gymId}
            onChange={(gymId) => onChange({ gymId })}
          />
        ) : null}
        {ranges.map((range) => (
          <Chip
            key={range}
            selected={filter.range === range}
            onToggle={() =>
              onChange(range === 'custom' ? { range, from: period?.from ?? null, to: period?.to ?? null } : { range })
            }
          >
            {labels[range]}
          </Chip>
        ))}
      </div>
      {custom ? (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <DateField
            label="First day"
            value={custom.from}
            onChange={({ target: { value } }) => {
              if (value) onChange({ from: value, to: value > custom.to ? value : custom.to });
            }}
          />
          <DateField
            label="Last day"
            value={custom.to}
            min={custom.from}
            max={addDays(custom.from, 730)}
            onChange={({ target: { value } }) => {
              if (value) onChange({ to: value, from: value < custom.from ? value : custom.from });
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
