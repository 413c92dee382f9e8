import { isAdminRole, roleName } from '@spotter/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { dayWords, gymsWords, lastSeenWords, stateOf } from '#features/accounts/account.words.ts';
import { type Account, accountQuery, recordQuery } from '#features/accounts/accounts.queries.ts';
import { AccountTasks } from '#features/accounts/forms/account-tasks.tsx';
import {
  InvitedBy,
  Panel,
  RecordChanges,
  RecordFigures,
  RecordSessions,
} from '#features/accounts/record/member-record.tsx';
import { StaffNotes } from '#features/accounts/record/staff-notes.tsx';
import { type AccountTask, useAccountMenu } from '#features/accounts/use-account-menu.tsx';
import { MemberRisk } from '#features/retention/member-risk.tsx';
import { ApiError } from '#platform/api/api-error.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Menu } from '#ui/layer/menu.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** A member as staff see them: the account, sessions, notes and what was changed. */
export function MemberPage() {
  const { orgId = '', userId = '' } = useParams();
  const list = `/admin/organizations/${orgId}/users`;
  const account = useQuery(accountQuery(userId));
  const record = useQuery(recordQuery(userId));
  usePageTitle(account.data ? nameOf(account.data) : 'User');
  const isGone = account.error instanceof ApiError && [400, 404].includes(account.error.status);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <Link
        to={list}
        className="-ml-2 flex min-h-11 items-center gap-2 self-start px-2 font-medium text-primary-text text-sm"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        All users
      </Link>
      {isGone ? (
        <EmptyState
          heading="h1"
          icon={<UserRoundX />}
          title="This person isn't here"
          text="The account was deleted, or it belongs to a location you don't manage."
          action={
            <Link to={list} className={buttonClass()}>
              All users
            </Link>
          }
        />
      ) : account.isError || record.isError ? (
        <ErrorState
          heading="h1"
          title="Couldn't load this person"
          onRetry={() => void Promise.all([account.refetch(), record.refetch()])}
        />
      ) : account.data && record.data ? (
        <>
          <Head account={account.data} list={list} />
          <RecordFigures totals={record.data.totals} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <div className="flex min-w-0 flex-col gap-6">
              <Panel title="Notes">
                <StaffNotes userId={userId} notes={record.data.notes} />
              </Panel>
              <Panel title="Sessions">
                <RecordSessions sessions={record.data.sessions} />
              </Panel>
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              {!isAdminRole(account.data.role) && account.data.is_active ? (
                <Panel title="Risk of leaving">
                  <MemberRisk userId={userId} page={`/admin/organizations/${orgId}/members-at-risk`} />
                </Panel>
              ) : null}
              <Panel title="Account">
                <Details account={account.data} />
                <InvitedBy {...record.data} pageOf={(id) => `${list}/${id}`} />
              </Panel>
              <Panel title="Changes">
                <RecordChanges changes={record.data.changes} />
              </Panel>
            </div>
          </div>
        </>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-6">
          <h1 className="sr-only">Loading this person</h1>
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </div>
      )}
    </div>
  );
}

function Head({ account, list }: { account: Account; list: string }) {
  const [task, setTask] = useState<AccountTask | null>(null);
  const navigate = useNavigate();
  const menu = useAccountMenu(account, setTask);
  const state = stateOf(account);
  return (
    <header className="flex flex-wrap items-center gap-4">
      <Avatar {...faceOf(account)} size="lg" decorative />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="break-words text-2xl">{nameOf(account)}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-text-secondary">
          <Badge tone="primary">{roleName(account.role)}</Badge>
          {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
          {lastSeenWords(account.last_seen_at)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" onClick={() => setTask({ kind: 'edit', account })}>
          Edit details
        </Button>
        <Menu
          trigger={
            <Button variant="secondary" icon={<Ellipsis />} aria-label="More actions">
              More
            </Button>
          }
          groups={menu}
        />
      </div>
      <AccountTasks
        task={task}
        onClose={() => setTask(null)}
        onDeleted={() => void navigate(list, { replace: true })}
      />
    </header>
  );
}

function Details({ account }: { account: Account }) {
  const rows: [label: string, value: string][] = [
    ['Email', `${account.email}${account.email_verified ? '' : ' (not verified)'}`],
    ['Phone', account.phone ?? 'None'],
    ['Locations', gymsWords(account)],
    ['Onboarding', account.onboarding_completed ? 'Completed' : 'Open'],
    ['Joined', dayWords(account.created_at)],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-text-secondary">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
