import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { GymList } from '#features/gyms/gym-list.tsx';
import { accessibleGymsQuery } from '#features/gyms/gyms.queries.ts';
import { ThemePreview } from '#features/organizations/theme-preview.tsx';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/cards/session-row.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { comingWeekSessionsQuery } from '#features/sessions/sessions.queries.ts';
import { dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton, SkeletonText } from '#ui/status/skeleton.tsx';

/** The organization at a glance: the coming week, the locations, the brand. */
export function AdminDashboardPage() {
  usePageTitle('Dashboard');
  const { gymConfig, emulation, user } = useLogin();
  const { orgId } = useParams();
  const own = user?.organization?.id ?? emulation?.organization_id;
  if (orgId && own && orgId !== own) return <Navigate to="/admin" replace />;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-5 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">{gymConfig?.organization?.name ?? 'Dashboard'}</h1>
        <p className="text-text-secondary">Your next seven days at a glance</p>
      </header>
      <WeekFigures />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Panel title="Upcoming sessions">
          <NextSessions />
        </Panel>
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Locations">
            <Locations />
          </Panel>
          <Panel title="Your brand">
            <ThemePreview />
          </Panel>
        </div>
      </div>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  );
}

const sum = (sessions: readonly SessionItem[], pick: (session: SessionItem) => number) =>
  sessions.reduce((total, session) => total + pick(session), 0);

function figuresOf(sessions: readonly SessionItem[]): [label: string, value: string][] {
  const taken = sum(sessions, (session) => session.current_participants);
  const places = sum(sessions, (session) => session.max_participants);
  return [
    ['Sessions', String(sessions.length)],
    ['Spots taken', String(taken)],
    ['On waitlists', String(sum(sessions, (session) => session.waitlist_count))],
    ['How full', places > 0 ? `${Math.round((taken / places) * 100)}%` : '0%'],
  ];
}

function WeekFigures() {
  const week = useQuery(comingWeekSessionsQuery());
  const figures = figuresOf(week.data?.results ?? []);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col gap-1 rounded-card border border-border p-5">
          <dt className="text-sm text-text-secondary">{label}</dt>
          <dd data-figures="" className="font-bold font-heading text-2xl tracking-tight">
            {week.isPending ? <Skeleton className="h-9 w-16" /> : week.isError ? 'Unknown' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NextSessions() {
  const week = useQuery(comingWeekSessionsQuery());
  const { user } = useLogin();
  const severalGyms = (user?.accessible_gyms.length ?? 0) > 1;
  if (week.isPending) return <SessionRowsSkeleton rows={6} />;
  if (week.isError) return <ErrorState title="Couldn't load sessions" onRetry={() => void week.refetch()} />;
  if (week.data.results.length === 0)
    return (
      <EmptyState
        icon={<Building2 />}
        title="No sessions this week"
        text="Sessions your members create show up here."
      />
    );
  return (
    <ul className="-mx-3 flex flex-col">
      {week.data.results.slice(0, 8).map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          showGym={severalGyms}
          day={dayInWords(dayOf(session.start_time), dayAt(Date.now(), session.start_time.timezone))}
        />
      ))}
    </ul>
  );
}

function Locations() {
  const gyms = useQuery(accessibleGymsQuery());
  if (gyms.isPending) return <SkeletonText lines={3} />;
  if (gyms.isError) return <ErrorState title="Couldn't load locations" onRetry={() => void gyms.refetch()} />;
  return <GymList gyms={gyms.data.results} />;
}
