import { useQuery } from '@tanstack/react-query';
import { Building2, PackageOpen, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { NominatedGyms } from '#features/gyms/nominations/nominated-gyms.tsx';
import { type Nomination, useRefreshNominations } from '#features/gyms/nominations/nominations.queries.ts';
import { ImportOrganization } from '#features/moving/import-organization.tsx';
import { DeleteOrganization } from '#features/organizations/delete-organization.tsx';
import { EnterOrganization } from '#features/organizations/enter-organization.tsx';
import { OrganizationForm, type OrganizationTask } from '#features/organizations/organization-form.tsx';
import { OrganizationTable } from '#features/organizations/organization-table.tsx';
import {
  type OrganizationFilters,
  type OrganizationOverview,
  organizationsQuery,
  PAGE_SIZE,
  useRefreshOrganizations,
} from '#features/organizations/organizations.queries.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

const states = [
  { value: 'on', label: 'Switched on' },
  { value: 'off', label: 'Switched off' },
  { value: 'deleted', label: 'Deleted' },
] as const;
const stages = [
  { value: 'pilot', label: 'Pilot' },
  { value: 'trial', label: 'Trial' },
  { value: 'trial_over', label: 'Trial ended' },
  { value: 'demo_data', label: 'Demo data' },
] as const;
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'members', label: 'Most members' },
  { value: 'sessions', label: 'Most sessions' },
  { value: 'growth', label: 'Most new members' },
  { value: 'owner_away', label: 'Owner away longest' },
] as const;

/** The super admin's home: every organization with its size and health, and a way in. */
export function OrganizationsPage() {
  usePageTitle('Organizations');
  const [filters, setFilters] = useState<OrganizationFilters>({
    ...{ search: '', sort: null, state: null, stage: null, page: 1 },
  });
  const filter = (changes: Partial<OrganizationFilters>) => setFilters({ ...filters, page: 1, ...changes });
  const search = useDeferredValue(filters.search.trim());
  const list = useQuery(organizationsQuery({ ...filters, search }));
  const refresh = useRefreshOrganizations();
  const refreshNominations = useRefreshNominations();
  const [task, setTask] = useState<OrganizationTask | null>(null);
  const [entering, setEntering] = useState<OrganizationOverview | null>(null);
  const [deleting, setDeleting] = useState<OrganizationOverview | null>(null);
  const [isImporting, setImporting] = useState(false);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Organizations</h1>
          <p className="text-text-secondary">
            Enter one as its admin for up to an hour. All changes are logged under your name.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <Button variant="secondary" icon={<PackageOpen />} onClick={() => setImporting(true)}>
            Import organization
          </Button>
          <Button icon={<Plus />} onClick={() => setTask({ kind: 'create' })}>
            Create organization
          </Button>
        </div>
      </header>
      <SearchField
        label="Search organizations"
        placeholder="Search by name"
        value={filters.search}
        onChange={(text) => filter({ search: text })}
      />
      <div className="flex flex-wrap gap-2">
        <FilterSelect
          label="State"
          any="Any state"
          options={states}
          value={filters.state}
          onChange={(state) => filter({ state })}
        />
        <FilterSelect
          label="Stage"
          any="Any stage"
          options={stages}
          value={filters.stage}
          onChange={(stage) => filter({ stage })}
        />
        <FilterSelect
          label="Sort"
          any="By name"
          options={sorts}
          value={filters.sort as (typeof sorts)[number]['value'] | null}
          onChange={(sort) => filter({ sort })}
        />
      </div>
      {list.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-14" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState title="Couldn't load organizations" onRetry={() => void list.refetch()} />
      ) : (
        <OrganizationTable
          organizations={list.data.results}
          empty={<NoOrganizations filters={{ ...filters, search }} />}
          onEnter={setEntering}
          onRename={(organization) => setTask({ kind: 'rename', organization })}
          onDelete={setDeleting}
        />
      )}
      {list.data ? (
        <Pager
          page={filters.page}
          pageSize={PAGE_SIZE}
          count={list.data.count}
          onPage={(page) => setFilters({ ...filters, page })}
        />
      ) : null}
      <NominatedGyms onRegister={(nomination) => setTask({ kind: 'create', known: knownOf(nomination) })} />
      <EnterOrganization organization={entering} onClose={() => setEntering(null)} />
      <OrganizationForm
        task={task}
        onClose={() => setTask(null)}
        onSaved={() => {
          refresh();
          refreshNominations();
        }}
      />
      <ImportOrganization open={isImporting} onClose={() => setImporting(false)} onImported={refresh} />
      <DeleteOrganization organization={deleting} onClose={() => setDeleting(null)} onDeleted={refresh} />
    </div>
  );
}

/** The nominator may be a member, so they are no owner. */
const knownOf = ({ id, gym_name, gym_address, gym_phone, gym_website }: Nomination) => ({
  nomination_id: id,
  name: gym_name,
  address: gym_address,
  phone: gym_phone ?? '',
  website: gym_website ?? '',
});

function NoOrganizations({ filters: { search, state, stage } }: { filters: OrganizationFilters }) {
  if (search)
    return <EmptyState icon={<Building2 />} title="No organizations by that name" text="Try part of the name." />;
  if (stage)
    return <EmptyState icon={<Building2 />} title="None at this stage" text="Choose another stage or state." />;
  if (state === 'deleted')
    return (
      <EmptyState
        icon={<Building2 />}
        title="No deleted organizations"
        text="Organizations you delete stay here for 30 days, so you can restore them."
      />
    );
  if (state)
    return <EmptyState icon={<Building2 />} title={`None are switched ${state}`} text="Choose another state." />;
  return <EmptyState icon={<Building2 />} title="No organizations yet" text="Gyms that register show up here." />;
}
