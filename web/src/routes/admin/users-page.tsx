import { useQuery } from '@tanstack/react-query';
import { Download, Ellipsis, Plus, SearchX, Upload, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AccountFilters, useAccountFilter } from '#features/accounts/account-filters.tsx';
import { AccountList } from '#features/accounts/account-list.tsx';
import { ACCOUNTS_PER_PAGE, accountsQuery } from '#features/accounts/accounts.queries.ts';
import { BulkBar } from '#features/accounts/bulk/bulk-bar.tsx';
import { SetupMails } from '#features/accounts/bulk/setup-mails.tsx';
import { exportAccounts, type Selection } from '#features/accounts/bulk/use-bulk.ts';
import { NewAccountForm } from '#features/accounts/forms/account-form.tsx';
import { AccountTasks } from '#features/accounts/forms/account-tasks.tsx';
import type { AccountTask } from '#features/accounts/use-account-menu.tsx';
import { useStaff } from '#features/accounts/use-staff.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

/** Everyone the reader manages: found, filtered, added and changed. */
export function UsersPage() {
  usePageTitle('Users');
  const { organizationId } = useStaff();
  const filters = useAccountFilter();
  const { filter, order, page } = filters;
  const search = useDebounced(filter.search);
  const [task, setTask] = useState<AccountTask | null>(null);
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [hasAll, setHasAll] = useState(false);
  const navigate = useNavigate();
  const list = useQuery(accountsQuery({ ...filter, ...(filter.search && search && { search }) }, order, page));
  const matching = list.data?.count ?? 0;
  const selection: Selection = hasAll
    ? { matching: filter, count: matching }
    : { ids: [...chosen], count: chosen.size };
  const choose = (ids: readonly string[]) => {
    setChosen(new Set(ids));
    setHasAll(false);
  };
  const base = `/admin/organizations/${organizationId}/users`;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Users</h1>
          <p role="status" className="text-text-secondary">
            {list.data ? countWords(list.data.count, filters.isFiltered) : '\u00a0'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Menu
            trigger={
              <Button variant="secondary" icon={<Ellipsis />} aria-label="Import or export">
                More
              </Button>
            }
            groups={[
              [
                { label: 'Import from a file', icon: <Upload />, onSelect: () => void navigate(`${base}/import`) },
                {
                  label: filters.isFiltered ? 'Export these as CSV' : 'Export all as CSV',
                  icon: <Download />,
                  onSelect: () => void exportAccounts({ matching: filter, count: matching }),
                },
              ],
            ]}
          />
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Add person
          </Button>
        </div>
      </header>
      <SetupMails />
      <AccountFilters filters={filters} />
      {list.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[1, 2, 3, 4, 5, 6].map((key) => (
            <Skeleton key={key} className="h-16 rounded-card" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState title="Couldn't load users" onRetry={() => void list.refetch()} />
      ) : list.data.count === 0 ? (
        filters.isFiltered ? (
          <EmptyState
            icon={<SearchX />}
            title="No one matches"
            text="Try another spelling, or fewer filters."
            action={
              <Button variant="secondary" onClick={filters.clear}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<UsersRound />}
            title="No one here yet"
            text="Add people one by one, import them from a file, or share an invite code."
            action={
              <Button variant="secondary" onClick={() => setAdding(true)}>
                Add person
              </Button>
            }
          />
        )
      ) : (
        <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-5">
          <AccountList
            accounts={list.data.results}
            pageOf={(id) => `${base}/${id}`}
            isChosen={(id) => hasAll || chosen.has(id)}
            onChoose={(id, isChosen) => {
              const before = hasAll ? list.data.results.map((account) => account.id) : [...chosen];
              choose(isChosen ? [...before, id] : before.filter((other) => other !== id));
            }}
            onTask={setTask}
          />
          <Pager
            page={page}
            pageSize={ACCOUNTS_PER_PAGE}
            count={list.data.count}
            onPage={(next) => filters.set({ page: String(next) })}
          />
          <BulkBar
            selection={selection}
            matchingCount={matching}
            onAll={() => setHasAll(true)}
            onClear={() => choose([])}
          />
        </div>
      )}
      <AccountTasks task={task} onClose={() => setTask(null)} />
      <Modal open={adding} onOpenChange={setAdding} title="Add person" size="sm">
        {adding ? <NewAccountForm onClose={() => setAdding(false)} /> : null}
      </Modal>
    </div>
  );
}

function countWords(count: number, isFiltered: boolean): string {
  const people = count === 1 ? '1 person' : `${count.toLocaleString()} people`;
  return isFiltered ? `${people} found` : people;
}
