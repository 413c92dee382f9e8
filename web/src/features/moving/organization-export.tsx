import { keepExportHours } from '@spotter/contract/desk/moving-limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Download, PackageOpen, Trash2, X } from 'lucide-react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { sizeWords } from '#ui/size-words.ts';
import { Banner } from '#ui/status/banner.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { exportKeys, exportsQuery, isOnItsWay, type OrganizationExport } from './moving.queries.ts';

const moment = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

const contained = [
  'Members, their roles, locations and settings',
  'Locations, hours, session types and your theme',
  'Sessions with who joined and who was there',
  'Invite codes, friendships, blocks and announcements',
  'Staff notes, reports and the audit log',
  'Photos and logos',
];
const leftOut = [
  "Chats. They belong to the people in them, and you can't read them here either",
  'Passwords, sign-ins and devices. Members set a new password in a new installation',
  'Secret links, such as calendar addresses and shared sessions',
];

const counted = (count: number, thing: string) => `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;

const exportList = 'organization-exports';

type Props = { organizationName: string };

/** Everything of the organization as one file: make it, see how far it is, download it. */
export function OrganizationExports({ organizationName }: Props) {
  const queryClient = useQueryClient();
  const list = useQuery(exportsQuery());
  const refresh = () => queryClient.invalidateQueries({ queryKey: exportKeys.all });
  const begin = useMutation({
    mutationFn: () => api.exportOrganization(),
    onError: (error) => toasts.error(errorText(error, "Couldn't start the export. Try again.")),
    onSettled: refresh,
  });
  const removed = useHeldIds(exportList);
  const results = list.data?.results ?? [];
  const current = results.find(isOnItsWay);
  const hasFailed = !current && results[0]?.status === 'failed';
  return (
    <>
      <Card className="flex flex-col gap-5" aria-labelledby="export-everything">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
            <h2 id="export-everything" className="text-lg">
              Export everything
            </h2>
            <p className="text-text-secondary">
              One zip file with everything that belongs to {organizationName}: spreadsheets, photos, and what another
              Spotter installation needs to import it.
            </p>
          </div>
          <Button
            icon={<PackageOpen />}
            loading={begin.isPending}
            disabled={list.isPending || current !== undefined}
            onClick={() => begin.mutate()}
          >
            Export everything
          </Button>
        </div>
        {current ? (
          <div role="status">
            <ProgressBar
              label={current.status === 'queued' ? 'Waiting to start' : 'Making your export. You can leave this page'}
              value={current.progress}
            />
          </div>
        ) : null}
        {hasFailed ? (
          <Banner title="The last export didn't work">Your data is safe. Try again in a few minutes.</Banner>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Contents
            title="In it"
            lines={contained}
            icon={<Check aria-hidden="true" className="text-status-success-text" />}
          />
          <Contents title="Not in it" lines={leftOut} icon={<X aria-hidden="true" className="text-text-tertiary" />} />
        </div>
      </Card>
      <section aria-labelledby="exports" className="flex flex-col gap-1">
        <h2 id="exports" className="text-lg">
          Your exports
        </h2>
        <p className="text-sm text-text-secondary">
          You can download an export for {keepExportHours} hours. It holds personal data, so keep it in a safe place.
        </p>
        {list.isPending ? (
          <div aria-busy="true" className="pt-3">
            <SkeletonText lines={2} />
          </div>
        ) : list.isError ? (
          <SlimError text="Couldn't load your exports" onRetry={() => void list.refetch()} />
        ) : (
          <ExportList
            exports={results.filter((one) => !isOnItsWay(one) && !removed.has(one.id))}
            organizationName={organizationName}
            onChanged={refresh}
          />
        )}
      </section>
    </>
  );
}

function Contents({ title, lines, icon }: { title: string; lines: string[]; icon: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li
            key={line}
            className="flex gap-2 text-sm text-text-secondary [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
          >
            {icon}
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

type ListProps = { exports: OrganizationExport[]; organizationName: string; onChanged: () => Promise<unknown> };

function ExportList({ exports, organizationName, onChanged }: ListProps) {
  if (exports.length === 0)
    return <p className="pt-2 text-sm text-text-secondary">No exports yet. Finished ones show up here.</p>;
  return (
    <ul aria-label="Exports" className="flex flex-col">
      {exports.map((one) => (
        <ExportRow key={one.id} one={one} organizationName={organizationName} onChanged={onChanged} />
      ))}
    </ul>
  );
}

const fileName = (organization: string, { created_at }: OrganizationExport) =>
  `${organization.replaceAll(/[\\/:*?"<>|\s]+/g, '-')}-${created_at.slice(0, 10)}.zip`;

type RowProps = Omit<ListProps, 'exports'> & { one: OrganizationExport };

function ExportRow({ one, organizationName, onChanged }: RowProps) {
  const { emulation } = useLogin();
  const isReady = one.status === 'done';
  const download = useMutation({
    mutationFn: () => api.downloadOrganizationExport({ params: { id: one.id } }),
    onSuccess: (file) => saveFile(file, fileName(organizationName, one)),
    onError: (error) => toasts.error(errorText(error, "Couldn't download the export. Try again.")),
    onSettled: onChanged,
  });
  const remove = () =>
    hold({
      id: one.id,
      list: exportList,
      title: 'Export deleted',
      send: () => api.deleteOrganizationExport({ params: { id: one.id } }, { keepalive: true }),
      failureText: "Couldn't delete the export. Try again.",
      readAnew: onChanged,
    });
  const who = one.requested_by ? nameOf(one.requested_by) : one.by_support ? 'Spotter support' : 'A former member';
  const made = moment.format(new Date(one.created_at));
  return (
    <li className="flex flex-wrap items-center gap-3 border-border border-b py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {made}
          {one.status === 'failed' ? <Badge tone="error">Didn't work</Badge> : null}
          {one.status === 'expired' ? <Badge>Expired</Badge> : null}
        </p>
        <p className="text-sm text-text-secondary">
          {one.bytes !== null && one.members !== null && one.sessions !== null
            ? `${sizeWords(one.bytes)} · ${counted(one.members, 'member')}, ${counted(one.sessions, 'session')} · `
            : ''}
          {who}
        </p>
        {isReady && one.expires_at ? (
          <p className="text-sm text-text-secondary">
            Available until {moment.format(new Date(one.expires_at))}
            {emulation ? ", for the organization's own admins" : ''}
          </p>
        ) : null}
      </div>
      <span className="ml-auto inline-flex items-center gap-1">
        {isReady && !emulation ? (
          <Button
            variant="secondary"
            icon={<Download />}
            loading={download.isPending}
            aria-label={`Download the export of ${made}`}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        ) : null}
        <IconButton label={`Delete the export of ${made}`} icon={<Trash2 />} onClick={remove} />
      </span>
    </li>
  );
}
