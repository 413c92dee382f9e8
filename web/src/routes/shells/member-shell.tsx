import { mayEnterAdminArea } from '@spotter/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Bell, CalendarDays, House, LayoutDashboard, MessageCircle, Plus, UserRound, UsersRound } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { NavLink, Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { unreadConversationsQuery } from '#features/conversations/conversations.queries.ts';
import { unreadCountQuery } from '#features/notifications/notifications.queries.ts';
import { safetyDialogs } from '#features/safety/safety-dialogs.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useUnreadMarks } from '#platform/page-title.ts';
import { OpenProfileProvider } from '#platform/people/profile-link.tsx';
import { SafetyProvider } from '#platform/people/safety.tsx';
import { useOpenPendingPlace } from '#routes/modals/use-open-place.ts';
import type { Modal } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { EmulationBar } from '#routes/shells/emulation-bar.tsx';
import { OfflineBar } from '#routes/shells/offline-bar.tsx';
import { PageWait } from '#routes/waiting.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { BrandMark } from './brand-mark.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const MemberModals = lazy(() => import('./member-modals.tsx'));
const OnboardingLayer = lazy(() => import('./onboarding-layer.tsx'));
const DemoBanner = lazy(() => import('#features/demo/demo-banner.tsx'));
const DemoGuide = lazy(() => import('./demo-guide.tsx'));

/** The member area: a bottom bar on phones, a slim rail from 768 px. */
export function MemberShell() {
  useMemberShortcuts();
  useUnreadMarks(useQuery(unreadCountQuery()).data ?? 0);
  useOpenPendingPlace();
  const hasOpened = useHasOpened();
  const { emulation } = useLogin();
  const { is_demo_user } = useUser();
  const { open } = useModals();
  // A session docks its next step and its chat there, as in its window; the form of one docks its buttons.
  const hasBottomBar = useMatch('/app/sessions/:id/*') === null;
  const isList = ['/app', '/app/calendar'].includes(useLocation().pathname);
  // Only one of them is drawn: a slow phone notices the other.
  const hasRail = useMediaQuery('(min-width: 48rem)');
  const openProfile = useCallback((id: string) => open({ name: 'member', id }), [open]);
  return (
    <OpenProfileProvider value={openProfile}>
      <SafetyProvider value={safetyDialogs}>
        <div className="min-h-dvh md:pl-[5.5rem]">
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-bg-raised focus:p-3"
          >
            Skip to content
          </a>
          {hasRail ? <Rail /> : null}
          <EmulationBar />
          <OfflineBar />
          <Suspense>{is_demo_user ? <DemoBanner guide={<DemoGuide />} /> : null}</Suspense>
          <main
            id="content"
            data-refreshes={isList ? '' : undefined}
            className={clsx('safe-x md:pb-10', hasBottomBar && 'max-md:pb-28')}
          >
            <Suspense fallback={<PageWait />}>
              <Outlet />
            </Suspense>
          </main>
          {hasBottomBar && !hasRail ? <BottomBar /> : null}
          <Suspense>{hasOpened ? <MemberModals /> : null}</Suspense>
          {/* A visitor from the platform takes no tour in somebody else's name. */}
          <Suspense>{emulation ? null : <OnboardingLayer />}</Suspense>
        </div>
      </SafetyProvider>
    </OpenProfileProvider>
  );
}

/** The modals' code loads with the first one and stays, so that closing animates. */
function useHasOpened(): boolean {
  const { stack } = useModals();
  const [opened, setOpened] = useState(false);
  if (stack.length > 0 && !opened) setOpened(true);
  return opened;
}

/** Opens the calendar's search and keeps the current view. */
function toSearch(): [{ pathname: string; search: string }, { state: object; replace: boolean }] {
  const pathname = '/app/calendar';
  const isThere = window.location.pathname === pathname;
  return [
    { pathname, search: isThere ? window.location.search : '' },
    { state: { search: true }, replace: isThere },
  ];
}

function useMemberShortcuts() {
  const { open, stack } = useModals();
  const navigate = useNavigate();
  // A window may have unsaved changes.
  const canLeave = stack.length === 0;
  useShortcuts(
    useMemo(
      () => [
        { keys: '/', label: 'Search sessions', run: () => canLeave && void navigate(...toSearch()) },
        { keys: '?', label: 'Show shortcuts', run: () => open({ name: 'shortcuts' }) },
      ],
      [navigate, open, canLeave],
    ),
  );
}

type NavigationItem = { label: string; icon: ComponentType<{ className?: string }>; count?: number } & (
  | { to: string }
  | { modal: Modal }
);

function useNavigationItems(): NavigationItem[] {
  const messages = useQuery(unreadConversationsQuery());
  return [
    { label: 'Home', icon: House, to: '/app' },
    { label: 'Calendar', icon: CalendarDays, to: '/app/calendar' },
    { label: 'Create', icon: Plus, modal: { name: 'create-session' } },
    { label: 'Messages', icon: MessageCircle, modal: { name: 'messages' }, count: messages.data },
    { label: 'Profile', icon: UserRound, modal: { name: 'profile' } },
  ];
}

function Rail() {
  const items = useNavigationItems();
  const unread = useQuery(unreadCountQuery());
  const { viewer } = useLogin();
  const [home, calendar, create, messages] = items;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-y-0 left-0 z-20 flex w-[5.5rem] flex-col items-center gap-1 overflow-y-auto border-border border-r bg-bg-main py-5 [scrollbar-width:none] low:gap-0 low:py-1"
    >
      <NavLink to="/app" end className="mb-5 rounded-card low:hidden">
        <BrandMark />
      </NavLink>
      {[home, calendar].map((item) => item && <RailItem key={item.label} {...item} />)}
      {create ? <RailItem {...create} primary /> : null}
      {messages ? <RailItem {...messages} /> : null}
      <RailItem label="Friends" icon={UsersRound} modal={{ name: 'friends' }} />
      <RailItem label="Notifications" icon={Bell} modal={{ name: 'notifications' }} count={unread.data} />
      <span className="flex-1" />
      {viewer && mayEnterAdminArea(viewer) ? <RailItem label="Admin" icon={LayoutDashboard} to="/admin" /> : null}
      <ProfileButton />
    </nav>
  );
}

function ProfileButton() {
  const user = useUser();
  const { open } = useModals();
  return (
    <button
      type="button"
      aria-label="Profile"
      onClick={() => open({ name: 'profile' })}
      className="grid shrink-0 rounded-full p-1 transition hover:bg-bg-secondary-hover low:p-0"
    >
      <Avatar
        name={`${user.first_name} ${user.last_name}`}
        src={user.avatar_url}
        color={user.avatar_color}
        decorative
      />
    </button>
  );
}

/** An item is a link or opens a modal; both look and sound the same. */
function PlaceControl({
  item,
  className,
  children,
}: {
  item: NavigationItem;
  className: (active: boolean) => string;
  children: ReactNode;
}) {
  const { open, stack } = useModals();
  if ('to' in item)
    return (
      <NavLink to={item.to} end className={({ isActive }) => className(isActive && stack.length === 0)}>
        {children}
      </NavLink>
    );
  return (
    <button type="button" onClick={() => open(item.modal)} className={className(stack[0]?.name === item.modal.name)}>
      {children}
    </button>
  );
}

function RailItem({ primary = false, ...item }: NavigationItem & { primary?: boolean }) {
  const { icon: Icon, label, count = 0 } = item;
  return (
    <PlaceControl
      item={item}
      className={(active) =>
        clsx(
          'flex w-[4.75rem] shrink-0 flex-col items-center gap-1 rounded-card py-2 font-medium text-[0.6875rem] transition low:h-11 low:justify-center low:py-0',
          active
            ? 'bg-primary-soft text-primary-text'
            : 'text-text-secondary hover:bg-bg-secondary hover:text-text-primary',
        )
      }
    >
      <span
        className={clsx(
          'relative grid place-items-center',
          primary ? 'size-10 rounded-full bg-primary text-on-primary' : 'size-7',
        )}
      >
        <Icon className="size-5.5" />
        <CountBadge count={count} label="unread" className="absolute -top-1.5 left-4.5 ring-2 ring-bg-main" />
      </span>
      <span className="low:sr-only">{label}</span>
    </PlaceControl>
  );
}

function BottomBar() {
  return (
    <nav
      data-docked=""
      aria-label="Main"
      className="safe-bottom fixed inset-x-0 bottom-0 z-20 border-border border-t bg-bg-main"
    >
      <ul className="mx-auto grid h-16 max-w-lg grid-cols-5">
        {useNavigationItems().map((item) => (
          <li key={item.label} className="grid">
            <PlaceControl
              item={item}
              className={(active) =>
                clsx(
                  'flex flex-col items-center justify-center gap-0.5 font-medium text-[min(0.6875rem,3.6vw)]',
                  active ? 'text-primary-text' : 'text-text-secondary',
                )
              }
            >
              {item.label === 'Create' ? (
                <span className="-mt-5 grid size-14 place-items-center rounded-full bg-primary text-on-primary shadow-float ring-4 ring-bg-main">
                  <Plus aria-hidden="true" className="size-7" />
                  <span className="sr-only">Create</span>
                </span>
              ) : (
                <>
                  <span className="relative">
                    <item.icon className="size-6" />
                    <CountBadge
                      count={item.count ?? 0}
                      label="unread"
                      className="absolute -top-1.5 left-4 ring-2 ring-bg-main"
                    />
                  </span>
                  {item.label}
                </>
              )}
            </PlaceControl>
          </li>
        ))}
      </ul>
    </nav>
  );
}
