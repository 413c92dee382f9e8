import { isSuperAdmin } from '@spotter/contract/roles.ts';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import {
  pendingFriendInvite,
  pendingInvite,
  pendingSession,
  pendingShareToken,
} from '#features/invites/pending-invite.ts';
import { homeAfterSignIn } from '#features/logins/home-after-sign-in.ts';
import { pendingAccountLink } from '#features/logins/pending-account-link.ts';
import type { Provider } from '#features/logins/social-data.ts';
import { isLinkReturn, linkReturn } from '#features/logins/social-trip.ts';
import { removeFirstScreen } from '#platform/first-screen.ts';
import { useLogin } from '#platform/login/use-login.ts';
import type { Viewer } from '#platform/login/viewer.ts';
import { isNative } from '#platform/native-app.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type Modal, withModal } from '#routes/modals.ts';
import { FullPageWait, Unreachable } from '#routes/waiting.tsx';
import {
  adminOnly,
  afterSignIn,
  authenticated,
  guestOnly,
  type Landing,
  landingPage,
  onboardingOnly,
  type Pending,
  superAdminOnly,
} from './guards.ts';

const ChoosePassword = lazy(() => import('#routes/login/choose-password.tsx'));
const SignedInAsAnother = lazy(() => import('#routes/login/signed-in-as-another.tsx'));

const readPending = (): Pending => ({
  invite: pendingInvite.read(),
  session: pendingSession.read(),
  platformInvite: pendingFriendInvite.read(),
  home: homeAfterSignIn.read(),
});

/** Waits for the user, so that its children know whether there is one. */
function WhenKnown({ children }: { children: () => ReactNode }) {
  const { status, retry } = useLogin();
  // In the same frame as the real screen.
  useLayoutEffect(() => {
    if (status !== 'loading') removeFirstScreen();
  }, [status]);
  if (status === 'loading') return <FullPageWait />;
  if (status === 'unreachable') return <Unreachable onRetry={retry} />;
  return children();
}

const Stay = () => (
  <Suspense fallback={<FullPageWait />}>
    <Outlet />
  </Suspense>
);

/** A user who signed in with a setup code, or with a password from staff, has to choose their own first. */
function Enter() {
  const { user } = useLogin();
  if (!user?.must_change_password) return <Stay />;
  return (
    <Suspense fallback={<FullPageWait />}>
      <ChoosePassword />
    </Suspense>
  );
}

const goOrEnter = (to: string | null) => (to === null ? <Enter /> : <GoTo to={to} />);

/** A window that closes with its page takes a step back, which may undo the redirect: then it is made again. */
function GoTo({ to }: { to: string }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace />;
}

export function Authenticated() {
  const { viewer } = useLogin();
  const { pathname } = useLocation();
  return <WhenKnown>{() => goOrEnter(authenticated(viewer, pathname))}</WhenKnown>;
}

/** Says why the admin area closes under someone who works in it. */
function useWordOnLostRole(viewer: Viewer | null) {
  const wasInside = useRef(false);
  const hasLost = viewer !== null && !isSuperAdmin(viewer.role) && adminOnly(viewer) !== null;
  useEffect(() => {
    if (hasLost && wasInside.current)
      toasts.warning("You're no longer an admin here", { text: "Your organization's admin changed your role." });
    wasInside.current = viewer !== null && !hasLost;
  }, [viewer, hasLost]);
}

/** The admin area is part of the authenticated area, so onboarding comes first there too. */
export function AdminOnly() {
  const { viewer } = useLogin();
  const { pathname } = useLocation();
  useWordOnLostRole(viewer);
  return <WhenKnown>{() => goOrEnter(adminOnly(viewer) ?? authenticated(viewer, pathname))}</WhenKnown>;
}

export function SuperAdminOnly() {
  const { viewer } = useLogin();
  return <WhenKnown>{() => goOrEnter(superAdminOnly(viewer))}</WhenKnown>;
}

export function OnboardingOnly() {
  const { viewer } = useLogin();
  return <WhenKnown>{() => goOrEnter(onboardingOnly(viewer))}</WhenKnown>;
}

/**
 * Sign-in and registration. A user who was already signed in goes home; one who has just signed in continues where they
 * wanted to go. The form shows while the first answer is pending, so guests don't wait.
 */
export function GuestOnly() {
  const { viewer, user, status, retry } = useLogin();
  const { search } = useLocation();
  const wasGuest = useRef(false);
  useEffect(() => {
    if (status === 'signed-out') wasGuest.current = true;
  }, [status]);
  if (status === 'loading') return <FullPageWait />;
  if (status === 'unreachable') return <Unreachable onRetry={retry} />;
  if (!viewer) return <Stay />;
  const linking = isLinkReturn(window.location);
  if (linking) return <GoLink provider={linking} />;
  if (!wasGuest.current && linkForAnother(search, user?.email))
    return (
      <Suspense fallback={<FullPageWait />}>
        <SignedInAsAnother />
      </Suspense>
    );
  return <Leave viewer={viewer} justSignedIn={wasGuest.current} />;
}

/** A reset or setup link is meant for the person who opens it, not for the account signed in here. */
function linkForAnother(search: string, email = ''): boolean {
  const query = new URLSearchParams(search);
  if (query.get('reset')) return true;
  return query.get('setup') === 'true' && query.get('email')?.toLowerCase() !== email.toLowerCase();
}

/** Leaves a guest page. The stored destination is used once. */
function Leave({ viewer, justSignedIn }: { viewer: Viewer; justSignedIn: boolean }) {
  const { search } = useLocation();
  const [landing] = useState((): Landing & { link: Provider | null } => {
    const pending = readPending();
    const link = pendingAccountLink.read(search);
    return { ...(justSignedIn ? afterSignIn(viewer, pending) : { to: guestOnly(viewer, pending) ?? '/app' }), link };
  });
  useEffect(() => {
    if (landing.shareToken) pendingShareToken.write(landing.shareToken);
    homeAfterSignIn.remove();
    pendingAccountLink.remove();
  }, [landing]);
  if (landing.link) return <Navigate to="/app" replace state={withModal(linkingModal(landing.link))} />;
  return <Navigate to={landing.to} replace />;
}

/** Back from a provider with a link request: the profile continues with it. */
function GoLink({ provider }: { provider: Provider }) {
  const [address] = useState(() => ({ search: window.location.search, hash: window.location.hash }));
  const navigate = useNavigate();
  useEffect(() => {
    linkReturn.write(address);
    void navigate('/app', { replace: true, state: withModal(linkingModal(provider)) });
  }, [address, provider, navigate]);
  return <FullPageWait />;
}

const linkingModal = (link: Provider): Modal => ({ name: 'profile', tab: 'security', link });

/** The landing page is a separate document, so the browser navigates there. */
export function ToLanding() {
  const { viewer } = useLogin();
  const { search } = useLocation();
  return (
    <WhenKnown>
      {() => {
        const to = landingPage(viewer, { native: isNative(), query: search });
        return to ? <Navigate to={to} replace /> : <LoadDocument path="/" />;
      }}
    </WhenKnown>
  );
}

function LoadDocument({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return <FullPageWait />;
}
