import { X } from 'lucide-react';
import { useState } from 'react';
import { useAddressSearch } from '#platform/use-address-search.ts';
import { Chip } from '#ui/chip.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import type { AccountFilter, AccountOrder } from './accounts.queries.ts';
import { useStaff } from './use-staff.ts';

const DAY = 86_400_000;
const joinedOptions = [
  { value: '7', label: 'Joined in 7 days' },
  { value: '30', label: 'Joined in 30 days' },
  { value: '90', label: 'Joined in 90 days' },
  { value: '365', label: 'Joined in a year' },
];
const stateOptions = [
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
  { value: 'waiting', label: 'Waiting for setup' },
  { value: 'onboarding', label: 'Onboarding open' },
];
const roleOptions = [
  { value: 'member', label: 'Members' },
  { value: 'gym_admin', label: 'Location admins' },
  { value: 'org_admin', label: 'Organization admins' },
];
const orderOptions: { value: AccountOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'last_seen', label: 'Last seen first' },
];

const stateFilters: Record<string, AccountFilter> = {
  active: { is_active: true },
  deactivated: { is_active: false },
  waiting: { is_set_up: false },
  onboarding: { onboarding_completed: false },
};

/** From the start of that day, so that the query stays the same all day. */
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / DAY - days) * DAY).toISOString();

/** The list's filters, which lie in the address: a reload, a link and the way back show the same people. */
export function useAccountFilter() {
  const [query, changeQuery] = useAddressSearch();
  const { gyms } = useStaff();
  const text = (name: string) => query.get(name) ?? undefined;
  const joined = Number(text('joined'));
  const order = orderOptions.find(({ value }) => value === text('order'))?.value ?? 'name';
  const filter: AccountFilter = {
    ...(text('search') && { search: text('search') }),
    // An old link may name a role or a location that is gone.
    ...(roleOptions.some(({ value }) => value === text('role')) && { role: text('role') }),
    ...(gyms.some(({ id }) => id === text('location')) && { gym_id: text('location') }),
    ...stateFilters[text('state') ?? ''],
    ...(joined > 0 && { joined_since: daysAgo(joined) }),
  };
  const set = (changes: Record<string, string | null>) =>
    changeQuery((next) => {
      next.delete('page');
      for (const [name, value] of Object.entries(changes))
        if (value) next.set(name, value);
        else next.delete(name);
      return next;
    });
  return {
    filter,
    order,
    page: Math.max(1, Math.trunc(Number(text('page')) || 1)),
    isFiltered: Object.keys(filter).length > 0,
    value: (name: string) => text(name) ?? null,
    set,
    clear: () => changeQuery(() => new URLSearchParams()),
  };
}

type Props = { filters: ReturnType<typeof useAccountFilter> };

/** Search, filters and order, in one row that scrolls on a phone. */
export function AccountFilters({ filters }: Props) {
  const { gyms, managesEverything } = useStaff();
  const { value, set } = filters;
  const [typed, setTyped] = useState(value('search') ?? '');
  const search = (text: string) => {
    setTyped(text);
    set({ search: text.trim() });
  };
  return (
    <div className="flex flex-col gap-3">
      <SearchField label="Search users" placeholder="Name, email or phone" value={typed} onChange={search} clears />
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-8 md:px-8">
        {managesEverything ? (
          <FilterSelect
            label="Role"
            any="Any role"
            options={roleOptions}
            value={value('role')}
            onChange={(role) => set({ role })}
          />
        ) : null}
        {gyms.length > 1 ? (
          <FilterSelect
            label="Location"
            any="Any location"
            options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
            value={value('location')}
            onChange={(location) => set({ location })}
          />
        ) : null}
        <FilterSelect
          label="State"
          any="Any state"
          options={stateOptions}
          value={value('state')}
          onChange={(state) => set({ state })}
        />
        <FilterSelect
          label="Joined"
          any="Joined any time"
          options={joinedOptions}
          value={value('joined')}
          onChange={(joined) => set({ joined })}
        />
        <FilterSelect
          label="Order"
          any="By name"
          options={orderOptions}
          value={filters.order === 'name' ? null : filters.order}
          onChange={(order) => set({ order })}
        />
        {filters.isFiltered ? (
          <Chip
            icon={<X />}
            onToggle={() => {
              setTyped('');
              filters.clear();
            }}
          >
            Clear all
          </Chip>
        ) : null}
      </div>
    </div>
  );
}
