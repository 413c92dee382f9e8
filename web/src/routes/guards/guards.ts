import { isSuperAdmin, managesGyms, mayEnterAdminArea } from '@spotter/contract/roles.ts';
import type { PendingInvite, PendingSession } from '#features/invites/pending-invite.ts';
import type { Viewer } from '#platform/login/viewer.ts';

/*
 * Who may see a page, and where others go instead: section 2's guards and section 4's redirect orders. All functions
 * are pure; `null` means 'stay here'.
 */

export type Pending = {
  invite: Pick<PendingInvite, 'type' | 'code'> | null;
  session: Pick<PendingSession, 'sessionId'> | null;
  platformInvite: string | null;
  /** Replaces the role's home for sign-in methods that have their own. */
  home?: string | null;
};

/** A super admin inside an organization has its admin's home. */
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

/** The super-admin area: a super admin who is emulating has to leave the organization first. */
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

/**
 * The landing page: signed-in users go to the app or the platform; the native app and `?app=true` have no landing page.
 */
export function landingPage(
  viewer: Viewer | null,
  { native, query }: { native: boolean; query: string },
): string | null {
  if (viewer) return isSuperAdmin(viewer.role) && !viewer.emulating ? '/super-admin/organizations' : '/app';
  return native || new URLSearchParams(query).get('app') === 'true' ? '/login' : null;
}
