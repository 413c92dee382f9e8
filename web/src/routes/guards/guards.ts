import { isSuperAdmin, managesGyms, mayEnterAdminArea } from '@spotter/contract/roles.ts';
import type { PendingInvite, PendingSession } from '#features/invites/pending-invite.ts';
import type { Viewer } from '#platform/login/viewer.ts';

/*
 * Who may see what, and where they go instead: section 2's guards and section 4's redirect orders.
 * Every function is pure; `null` means 'stay here'.
 */

export type Pending = {
  invite: Pick<PendingInvite, 'type' | 'code'> | null;
  session: Pick<PendingSession, 'sessionId'> | null;
  platformInvite: string | null;
  /** In place of the role's home, for ways to sign in that have one of their own. */
  home?: string | null;
};

/** A super admin inside an organization is one of its admins as far as homes go. */
function homeOf(viewer: Viewer): string {
  if (isSuperAdmin(viewer.role) && !viewer.emulating) return '/super-admin/organizations';
  return mayEnterAdminArea(viewer) ? '/admin' : '/app';
}

export type Landing = { to: string; shareToken?: string };

export function afterSignIn(viewer: Viewer, pending: Pending): Landing {
  if (pending.invite?.type === 'session') return { to: '/app/session-share', shareToken: pending.invite.code };
  if (pending.invite?.type === 'friend') return { to: '/app/friend-invite' };
  if (pending.session) return { to: '/app/session-join' };
  if (pending.platformInvite) return { to: '/app/platform-invite' };
  return { to: pending.home ?? homeOf(viewer) };
}

export function guestOnly(viewer: Viewer | null, pending: Pick<Pending, 'session'>): string | null {
  if (!viewer) return null;
  return pending.session ? '/app/session-join' : homeOf(viewer);
}

export function adminOnly(viewer: Viewer | null): string | null {
  if (!viewer) return '/login';
  if (mayEnterAdminArea(viewer)) return null;
  return isSuperAdmin(viewer.role) ? '/super-admin' : '/';
}

export function authenticated(viewer: Viewer | null, path: string): string | null {
  if (!viewer) return '/login';
  const mustOnboard = managesGyms(viewer.role) && !viewer.emulating && !viewer.onboarding_completed;
  return mustOnboard && path !== '/onboarding' ? '/onboarding' : null;
}

/** The super-admin area: emulating, one is inside an organization and has to leave it first. */
export function superAdminOnly(viewer: Viewer | null): string | null {
  if (!viewer) return '/login';
  if (viewer.emulating) return '/admin';
  return isSuperAdmin(viewer.role) ? null : '/';
}

export function onboardingOnly(viewer: Viewer | null): string | null {
  if (!viewer) return '/login';
  if (isSuperAdmin(viewer.role)) return '/super-admin';
  if (!viewer.onboarding_completed) return null;
  return managesGyms(viewer.role) ? '/admin' : '/app';
}

/** The landing page: signed-in people go to the app or the platform; the native app and `?app=true` have no landing page. */
export function landingPage(
  viewer: Viewer | null,
  { native, query }: { native: boolean; query: string },
): string | null {
  if (viewer) return isSuperAdmin(viewer.role) && !viewer.emulating ? '/super-admin/organizations' : '/app';
  return native || new URLSearchParams(query).get('app') === 'true' ? '/login' : null;
}
