import { addDays } from '@spotter/contract/wall-clock.ts';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Building2, CalendarDays, Printer } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useStaff } from '#features/accounts/use-staff.ts';
import { type Behind, dashboardQuery } from '#features/analytics/analytics.queries.ts';
import { useDashboardFilter } from '#features/analytics/dashboard-filter.ts';
import { FigureCards } from '#features/analytics/figure-cards.tsx';
import { PeriodFilter } from '#features/analytics/period-filter.tsx';
import { isSetUp } from '#features/analytics/setup.ts';
import { periodInWords } from '#features/analytics/words.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { NextSevenDays } from '#routes/admin/next-seven-days.tsx';
import { withModal } from '#routes/modals.ts';
import { page } from '#routes/page.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

const Charts = page(() => import('./dashboard-charts.tsx'), 'DashboardCharts');
// They arrive while the server counts the figures.
void Charts.preload().catch(() => {});
const FigurePeople = lazy(() => import('#features/analytics/figure-people.tsx'));
/** Only a new gym needs it. */
const SetupChecklist = lazy(() => import('#features/analytics/setup-checklist.tsx'));

const chartsWait = (
  <div aria-busy="true" className="grid gap-6 lg:grid-cols-2">
    <Skeleton className="h-96 rounded-card lg:col-span-2" />
    {[1, 2].map((key) => (
      <Skeleton key={key} className="h-72 rounded-card" />
    ))}
  </div>
);

/** How the organization does: figures, charts, and what comes next. */
export function AdminDashboardPage() {
  usePageTitle('Dashboard');
  const { gymConfig } = useLogin();
  const { organizationId, managesEverything } = useStaff();
  const user = useUser();
  const { orgId } = useParams();
  const { pathname } = useLocation();
  const [filter, change] = useDashboardFilter();
  const dashboard = useQuery(dashboardQuery(filter));
  const print = usePrint();
  const [opened, setOpened] = useState<Behind | null>(null);
  if (orgId && organizationId && orgId !== organizationId) return <Navigate to="/admin" replace />;

  const gyms = user.accessible_gyms.filter(({ id }) => managesEverything || user.managed_gym_ids.includes(id));
  const gym = gyms.find(({ id }) => id === filter.gymId);
  // Nothing is counted for an admin without locations, which would read like a gym without members.
  if (!managesEverything && gyms.length === 0)
    return (
      <EmptyState
        icon={<Building2 />}
        title="No locations yet"
        text="Numbers for the locations you manage show up here. Ask your organization's admin to give you one."
      />
    );
  const { data } = dashboard;
  const base = `/admin/organizations/${organizationId}`;
  const hoursOf = filter.gymId ?? gyms[0]?.id;
  const checklist = data && !isSetUp(data.setup) && (
    <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
      <SetupChecklist
        setup={data.setup}
        base={base}
        session={{ to: '/app/calendar', state: withModal({ name: 'create-session', backTo: pathname }) }}
        hours={hoursOf ? `${base}/gyms/${hoursOf}/hours` : `${base}/gyms`}
      />
    </Suspense>
  );

  const monthBefore = (day: string) => {
    const last = addDays(`${day.slice(0, 7)}-01`, -1);
    return { range: 'custom', from: `${last.slice(0, 7)}-01`, to: last } as const;
  };

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-8 print:h-[calc(100vh-2px)] print:max-h-[255mm] print:max-w-none print:gap-2 print:overflow-hidden print:p-0">
      <header className="flex items-end justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 dir="auto" className="wrap-anywhere line-clamp-3 text-2xl print:text-lg">
            {gymConfig?.organization?.name ?? 'Dashboard'}
          </h1>
          <p className="text-text-secondary print:text-xs">
            {data?.setup.has_sessions
              ? [gym?.name ?? (gyms.length > 1 ? 'All locations' : ''), periodInWords(data.period)]
                  .filter(Boolean)
                  .join(' · ')
              : 'How your gym is doing'}
          </p>
        </div>
        {data?.setup.has_sessions ? (
          <Menu
            trigger={
              <Button variant="secondary" icon={<Printer />} aria-label="Print" className="shrink-0 print:hidden">
                <span className="max-sm:hidden">Print</span>
              </Button>
            }
            groups={[
              [
                { label: 'This period', icon: <Printer />, onSelect: print },
                {
                  label: 'Last month',
                  icon: <CalendarDays />,
                  onSelect: () => {
                    change(monthBefore(data.period.to));
                    print();
                  },
                },
              ],
            ]}
          />
        ) : null}
      </header>
      {data && !data.setup.has_sessions ? (
        checklist
      ) : (
        <>
          {checklist}
          <PeriodFilter filter={filter} onChange={change} period={data?.period} gyms={gyms} />
          {dashboard.isError && !data ? (
            <ErrorState title="Couldn't load your numbers" onRetry={() => void dashboard.refetch()} />
          ) : (
            <div
              className={clsx(
                'flex flex-col gap-6 transition-opacity print:min-h-0 print:flex-1 print:gap-2',
                dashboard.isPlaceholderData && 'opacity-60',
              )}
            >
              <FigureCards
                dashboard={data}
                onOpen={(figure, period) => setOpened({ figure, filter, about: periodInWords(period) })}
              />
              {data ? (
                <Suspense fallback={chartsWait}>
                  <Charts
                    data={data}
                    filter={filter}
                    base={base}
                    severalGyms={gyms.length > 1 && filter.gymId === null}
                    onOpen={setOpened}
                  />
                </Suspense>
              ) : (
                chartsWait
              )}
            </div>
          )}
        </>
      )}
      {opened ? (
        <Suspense>
          <FigurePeople behind={opened} base={base} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
      <NextSevenDays />
    </div>
  );
}

/** Prints once the charts and all figures of the period have arrived. */
function usePrint(): () => void {
  const [isWanted, setWanted] = useState(false);
  const loading = useIsFetching({ queryKey: ['analytics'] });
  useEffect(() => {
    if (!isWanted || loading > 0) return;
    // The menu closes first, and a new period starts its reads.
    const soon = setTimeout(() => {
      setWanted(false);
      window.print();
    }, 400);
    return () => clearTimeout(soon);
  }, [isWanted, loading]);
  return () =>
    void Charts.preload().then(
      () => setWanted(true),
      () => {},
    );
}
