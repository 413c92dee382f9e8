import {
  Building2,
  CalendarClock,
  ChevronDown,
  CircleHelp,
  Dumbbell,
  Flag,
  HeartPulse,
  LayoutDashboard,
  Megaphone,
  PackageOpen,
  Palette,
  ScrollText,
  Ticket,
  UsersRound,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, matchPath, Navigate, Outlet, useLocation } from 'react-router';
import { useStaff } from '#features/accounts/use-staff.ts';
import { useOpenReports } from '#features/safety/reports/reports.queries.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { guideOf } from '#routes/shells/guide-of.ts';
import { OfflineBar } from '#routes/shells/offline-bar.tsx';
import { PageWait } from '#routes/waiting.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { type AdminPlace, AdminPlaceLink } from './admin-place.tsx';
import { BrandMark } from './brand-mark.tsx';
import { EmulationBar } from './emulation-bar.tsx';

const DemoBanner = lazy(() => import('#features/demo/demo-banner.tsx'));
/** Its code is large, and a desktop needs none of it. */
const PlacesSheet = lazy(() => import('./places-sheet.tsx'));

function useEntries(): AdminPlace[] {
  const { organizationId, managesEverything } = useStaff();
  const user = useUser();
  const gymId = user.managed_gym_ids[0];
  const openReports = useOpenReports(organizationId !== '');
  const base = `/admin/organizations/${organizationId}`;
  const dashboard = { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, pages: ['/admin', `${base}/dashboard`] };
  const help = { to: '/admin/help', label: 'Help', icon: CircleHelp };
  if (!organizationId) return [dashboard, help];
  return [
    dashboard,
    { to: `${base}/members-at-risk`, label: 'Members at risk', icon: HeartPulse },
    { to: `${base}/gyms`, label: 'Locations', icon: Building2, pages: [`${base}/gyms`] },
    ...(gymId
      ? [
          {
            to: `${base}/gyms/${gymId}/hours`,
            label: 'Hours',
            icon: CalendarClock,
            pages: [`${base}/gyms/:gymId/hours`],
          },
        ]
      : []),
    { to: `${base}/session-types`, label: 'Session types', icon: Dumbbell },
    { to: `${base}/users`, label: 'Users', icon: UsersRound },
    { to: `${base}/invite-codes`, label: 'Invite codes', icon: Ticket },
    { to: `${base}/theme`, label: 'Theme', icon: Palette },
    { to: `${base}/announcements`, label: 'Announcements', icon: Megaphone },
    { to: `${base}/reports`, label: 'Reports', icon: Flag, count: openReports },
    ...(managesEverything
      ? [
          { to: `${base}/audit-log`, label: 'Audit log', icon: ScrollText },
          { to: `${base}/moving`, label: 'Import and export', icon: PackageOpen },
        ]
      : []),
    help,
  ];
}

/** The admin area: a sidebar on a laptop; on a phone, the open place and a sheet with all of them. */
export function AdminShell() {
  const { gymConfig } = useLogin();
  const { organizationId } = useStaff();
  const { pathname, search } = useLocation();
  const entries = useEntries();
  const guide = guideOf(pathname);
  const needsEmail = useNeedsVerifiedEmail();
  // A link to another organization's page would show, and change, this one's under the other's address.
  const asked = matchPath('/admin/organizations/:orgId/*', pathname)?.params;
  if (asked && organizationId && asked.orgId !== organizationId)
    return <Navigate to={`/admin/organizations/${organizationId}/${asked['*']}${search}`} replace />;
  return (
    <SidebarLayout
      heading={gymConfig?.organization?.name ?? 'Spotter'}
      note="Admin"
      entries={entries}
      help={guide && `/admin/help/${guide}`}
      notice={
        needsEmail ? (
          <div className="mx-auto max-w-5xl px-4 pt-5 md:px-8 md:pt-10">
            <VerifyEmail to="to invite people, send announcements and upload images" />
          </div>
        ) : null
      }
      footer={
        <Link
          to="/app"
          className="flex items-center gap-2 px-3 py-2 font-medium text-primary-text text-sm hover:underline"
        >
          Member view
        </Link>
      }
    />
  );
}

type LayoutProps = {
  heading: string;
  note: string;
  entries: AdminPlace[];
  /** The guide to the page that is open. */
  help?: string | null;
  /** Above every page. */
  notice?: React.ReactNode;
  footer?: React.ReactNode;
};

const isCurrent = ({ to, pages }: AdminPlace, pathname: string) =>
  pages ? pages.some((path) => matchPath(path, pathname)) : matchPath({ path: to, end: false }, pathname) !== null;

export function SidebarLayout({ heading, note, entries, help, notice, footer }: LayoutProps) {
  const { pathname } = useLocation();
  const { is_demo_user } = useUser();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[calc(var(--spacing)*64)_minmax(0,1fr)] print:block print:min-h-0">
      <aside className="flex flex-col border-border print:hidden border-b bg-bg-secondary md:sticky md:top-0 md:h-dvh md:border-r md:border-b-0">
        <div className="flex items-center gap-3 px-4 pt-4 pb-2 md:px-5 md:pt-6 md:pb-5">
          <BrandMark />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{heading}</p>
            <p className="text-text-tertiary text-xs">{note}</p>
          </div>
          {help ? (
            <Link
              to={help}
              aria-label="Help with this page"
              className="grid size-11 place-items-center rounded-control text-text-secondary md:hidden"
            >
              <CircleHelp aria-hidden="true" className="size-5" />
            </Link>
          ) : null}
          <div className="md:hidden">
            <AccountMenu />
          </div>
        </div>
        <PlacesButton note={note} entries={entries} />
        <nav aria-label={note} className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto px-3 max-md:hidden">
          {entries.map((entry) => (
            <AdminPlaceLink key={entry.to} entry={entry} isOpen={isCurrent(entry, pathname)} />
          ))}
        </nav>
        <div className="mt-auto hidden flex-col gap-2 p-3 md:flex">
          {footer}
          <AccountMenu named />
        </div>
      </aside>
      <div className="min-w-0">
        <EmulationBar />
        <OfflineBar />
        <Suspense>{is_demo_user ? <DemoBanner /> : null}</Suspense>
        <main className="safe-x relative pb-12 print:pb-0">
          {help ? (
            <Link
              to={help}
              className="touch-target absolute top-2 right-6 z-20 flex items-center gap-1.5 rounded-control px-2 py-1 font-medium text-sm text-text-secondary hover:text-text-primary hover:underline max-md:hidden print:hidden"
            >
              <CircleHelp aria-hidden="true" className="size-4" />
              Help
            </Link>
          ) : null}
          {notice}
          <Suspense fallback={<PageWait />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/** On a phone: names the open place, and opens a sheet with all of them at once. */
function PlacesButton({ note, entries }: Pick<LayoutProps, 'note' | 'entries'>) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const here = entries.find((entry) => isCurrent(entry, pathname));
  const waiting = entries.reduce((sum, { count = 0 }) => sum + count, 0);
  const Icon = here?.icon ?? LayoutDashboard;
  return (
    <div className="px-3 pb-3 md:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={['Menu', here?.label, waiting > 0 && `${waiting} open`].filter(Boolean).join(', ')}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        className="flex min-h-11 w-full items-center gap-3 rounded-control border border-border-control bg-bg-main px-3 text-left font-medium text-sm transition hover:bg-bg-secondary-hover"
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0 text-primary-text" />
        <span className="min-w-0 flex-1 truncate">{here?.label ?? 'Menu'}</span>
        <CountBadge count={waiting} label="open" />
        <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-text-tertiary" />
      </button>
      {wasOpened ? (
        <Suspense>
          <PlacesSheet open={isOpen} onOpenChange={setOpen} note={note} entries={entries} here={here} />
        </Suspense>
      ) : null}
    </div>
  );
}
