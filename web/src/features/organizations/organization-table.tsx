import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import {
  dayWords,
  inviteEmailWords,
  membersWords,
  ownerWords,
  photoWords,
  removedOn,
  sessionsWords,
  stageWords,
} from './organization.words.ts';
import { OrganizationOptions } from './organization-options.tsx';
import { type OrganizationOverview, useRestoreOrganization } from './organizations.queries.ts';

type Props = {
  organizations: readonly OrganizationOverview[];
  empty: ReactNode;
  onEnter: (organization: OrganizationOverview) => void;
  onRename: (organization: OrganizationOverview) => void;
  onDelete: (organization: OrganizationOverview) => void;
};

const oneLine =
  (words: (organization: OrganizationOverview) => string) =>
  // Anonymous, because a table calls it for each row.
  (row: OrganizationOverview) => <span className="whitespace-nowrap">{words(row)}</span>;

const figures: Column<OrganizationOverview>[] = [
  { key: 'name', header: 'Organization', cell: (row) => <Name organization={row} /> },
  { key: 'gyms', header: 'Locations', align: 'end', cell: (row) => row.gyms_count },
  { key: 'members', header: 'Members (new)', align: 'end', cell: oneLine(membersWords) },
  { key: 'sessions', header: 'Sessions a week', align: 'end', cell: oneLine(sessionsWords) },
  { key: 'owner', header: 'Owner seen', align: 'end', cell: oneLine(ownerWords) },
  { key: 'mails', header: 'Invite emails', align: 'end', cell: oneLine(inviteEmailWords) },
  { key: 'storage', header: 'Photos', align: 'end', cell: oneLine(photoWords) },
];

/** Organizations with their size, activity and health. */
export function OrganizationTable({ organizations, empty, onEnter, onRename, onDelete }: Props) {
  const restore = useRestoreOrganization();
  const columns: Column<OrganizationOverview>[] = [
    ...figures,
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (row) =>
        row.deleted_at ? (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Restore ${row.name}`}
            loading={restore.isPending && restore.variables === row.id}
            disabled={restore.isPending}
            onClick={() => restore.mutate(row.id)}
          >
            Restore
          </Button>
        ) : (
          <span className="inline-flex items-center gap-1">
            <Button size="sm" variant="secondary" aria-label={`Enter ${row.name}`} onClick={() => onEnter(row)}>
              Enter
            </Button>
            <OrganizationOptions organization={row} onRename={() => onRename(row)} onDelete={() => onDelete(row)} />
          </span>
        ),
    },
  ];
  return (
    <Table caption="Organizations" columns={columns} rows={organizations} rowKey={(row) => row.id} empty={empty} />
  );
}

function Name({ organization }: { organization: OrganizationOverview }) {
  const { name, is_active, deleted_at, stage, created_at } = organization;
  return (
    <span className="flex min-w-48 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere min-w-0 font-semibold text-base">{name}</span>
        {deleted_at ? <Badge tone="error">{`Gone for good on ${removedOn(deleted_at)}`}</Badge> : null}
        {is_active || deleted_at ? null : <Badge tone="warning">Switched off</Badge>}
        {stage === 'demo_data' ? <Badge>Demo data</Badge> : null}
        {stage === 'trial_over' ? <Badge tone="warning">Trial ended</Badge> : null}
      </span>
      <span className="font-normal text-sm text-text-tertiary">
        {stage === 'demo_data'
          ? `History from ${dayWords(created_at)}`
          : `${stageWords(organization)} · Joined ${dayWords(created_at)}`}
      </span>
    </span>
  );
}
