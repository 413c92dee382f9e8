import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, Ellipsis, Mails, PackageOpen, Pencil, Plus, Power, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { NominationList } from '#features/gyms/nominations/nomination-list.tsx';
import { ImportOrganization } from '#features/moving/import-organization.tsx';
import { DeleteOrganization } from '#features/organizations/delete-organization.tsx';
import { EnterOrganization } from '#features/organizations/enter-organization.tsx';
import { OrganizationForm, type OrganizationTask } from '#features/organizations/organization-form.tsx';
import { type OrganizationOverview, organizationsQuery } from '#features/organizations/organizations.queries.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Pager } from '#ui/pager.tsx';
import { sizeWords } from '#ui/size-words.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type Column, Table } from '#ui/table.tsx';

const PAGE_SIZE = 20;
const since = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

type Changes = { is_active?: boolean; mail_limit_lifted?: boolean };

/** The super admin's home: every organization with its size, and a way in. */
export function OrganizationsPage() {
  usePageTitle('Organizations');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed.trim());
  const list = useQuery(organizationsQuery(search, page));
  const queryClient = useQueryClient();
  const [task, setTask] = useState<OrganizationTask | null>(null);
  const [deleting, setDeleting] = useState<OrganizationOverview | null>(null);
  const [isImporting, setImporting] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['organizations'] });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Changes) => api.updateOrganization({ params: { id }, body }),
    onSuccess: ({ name }, { is_active, mail_limit_lifted }) =>
      toasts.success(
        mail_limit_lifted === undefined
          ? `${name} is switched ${is_active ? 'on' : 'off'}`
          : `${name} ${mail_limit_lifted ? 'can send invite emails without a limit' : 'has a daily limit for invite emails again'}`,
      ),
    onError: (error) => toasts.error(errorText(error, "Couldn't change the organization. Try again.")),
    onSettled: refresh,
  });
  const [entering, setEntering] = useState<OrganizationOverview | null>(null);

  const columns: Column<OrganizationOverview>[] = [
    { key: 'name', header: 'Organization', cell: (row) => <Name organization={row} /> },
    { key: 'gyms', header: 'Locations', align: 'end', cell: (row) => row.gyms_count },
    { key: 'members', header: 'Members', align: 'end', cell: (row) => row.members_count },
    { key: 'sessions', header: 'Sessions (30 days)', align: 'end', cell: (row) => row.sessions_last_30_days },
    {
      key: 'mails',
      header: 'Invite emails today',
      align: 'end',
      cell: (row) => <OneLine>{inviteEmails(row)}</OneLine>,
    },
    { key: 'storage', header: 'Photos', align: 'end', cell: (row) => <OneLine>{photoSpace(row)}</OneLine> },
    {
      key: 'since',
      header: 'Joined',
      align: 'end',
      cell: (row) => <OneLine>{since.format(new Date(row.created_at))}</OneLine>,
    },
    {
      key: 'enter',
      header: 'Enter',
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <span className="inline-flex items-center gap-1">
          <Button size="sm" variant="secondary" aria-label={`Enter ${row.name}`} onClick={() => setEntering(row)}>
            Enter
          </Button>
          <Options
            organization={row}
            onRename={() => setTask({ kind: 'rename', organization: row })}
            onChange={(changes) => change.mutate({ id: row.id, ...changes })}
            onDelete={() => setDeleting(row)}
          />
        </span>
      ),
    },
  ];

  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Organizations</h1>
          <p className="text-text-secondary">
            Enter one as its admin for up to an hour. All changes are logged under your name.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
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
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setPage(1);
        }}
      />
      {list.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-14" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState title="Couldn't load organizations" onRetry={() => void list.refetch()} />
      ) : (
        <Table
          caption="Organizations"
          columns={columns}
          rows={list.data.results}
          rowKey={(row) => row.id}
          empty={
            <EmptyState
              icon={<Building2 />}
              title={search ? 'No organizations by that name' : 'No organizations yet'}
              text={search ? 'Try part of the name.' : 'Gyms that register show up here.'}
            />
          }
        />
      )}
      {list.data ? <Pager page={page} pageSize={PAGE_SIZE} count={list.data.count} onPage={setPage} /> : null}
      <section aria-labelledby="nominated" className="flex flex-col gap-2 pt-4">
        <h2 id="nominated" className="text-xl">
          Nominated gyms
        </h2>
        <NominationList />
      </section>
      <EnterOrganization organization={entering} onClose={() => setEntering(null)} />
      <OrganizationForm task={task} onClose={() => setTask(null)} onSaved={refresh} />
      <ImportOrganization open={isImporting} onClose={() => setImporting(false)} onImported={refresh} />
      <DeleteOrganization organization={deleting} onClose={() => setDeleting(null)} onDeleted={refresh} />
    </div>
  );
}

type OptionsProps = {
  organization: OrganizationOverview;
  onRename: () => void;
  onChange: (changes: Changes) => void;
  onDelete: () => void;
};

function Options({ organization, onRename, onChange, onDelete }: OptionsProps) {
  const { name, is_active, stranger_mails } = organization;
  const isLifted = stranger_mails?.is_lifted;
  return (
    <Menu
      trigger={<IconButton label={`Options for ${name}`} icon={<Ellipsis />} />}
      groups={[
        [
          { label: 'Rename', icon: <Pencil />, onSelect: onRename },
          {
            label: is_active ? 'Switch off' : 'Switch on',
            icon: <Power />,
            onSelect: () => onChange({ is_active: !is_active }),
          },
          {
            label: isLifted ? 'Restore email limit' : 'Lift email limit',
            icon: <Mails />,
            onSelect: () => onChange({ mail_limit_lifted: !isLifted }),
          },
        ],
        [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete }],
      ]}
    />
  );
}

const OneLine = ({ children }: { children: string }) => <span className="whitespace-nowrap">{children}</span>;

/** Mails to people who haven't answered one, and how many it may send. */
function inviteEmails({ stranger_mails }: OrganizationOverview): string {
  if (!stranger_mails) return '';
  const { used, most } = stranger_mails;
  return most === null ? `${used}, no limit` : `${used} of ${most}`;
}

const photoSpace = ({ storage_bytes: used, storage_limit_bytes: most }: OrganizationOverview) =>
  `${sizeWords(used)} of ${sizeWords(most)}`;

function Name({ organization }: { organization: OrganizationOverview }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-semibold text-base">{organization.name}</span>
      {organization.is_active ? null : <Badge tone="warning">Inactive</Badge>}
    </span>
  );
}
