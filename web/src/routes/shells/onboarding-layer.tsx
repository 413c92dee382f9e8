import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { joinedSession } from '#features/invites/pending-invite.ts';
import { Tips } from '#features/onboarding/tips.tsx';
import { Tour } from '#features/onboarding/tour.tsx';
import { useOnboarding } from '#features/onboarding/use-onboarding.ts';
import { useOnboardingWish } from '#features/onboarding/use-onboarding-wish.ts';
import { aboutYouDue } from '#features/users/about-you.ts';
import { isProfileComplete } from '#features/users/profile-complete.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals.ts';

/** Shown over the member area for new members: the session they came for, the tour, and tips. */
export default function OnboardingLayer() {
  const { gym, gymConfig } = useLogin();
  const { is_demo_user } = useUser();
  const { pathname } = useLocation();
  const { stack } = useModals();
  const { state, ready } = useOnboarding();
  useOnboardingStore();
  useOnboardingWish();
  const onHome = pathname === '/app' && stack.length === 0;
  useAboutYou(onHome && gym !== null);
  useJoinedSession();
  if (!ready) return null;
  // The main action is docked at the bottom there, where a tip would cover it.
  const onSession = pathname.startsWith('/app/sessions/');
  const touring = state.tourStatus === 'in_progress' && state.pausedAt === null;
  return (
    <>
      {onHome ? <Tour brand={gymConfig?.organization?.name ?? 'Spotter'} /> : null}
      {/* A demo has its own guide, and a tip would lie over it. */}
      {is_demo_user ? null : <Tips quiet={stack.length > 0 || onSession || touring} />}
    </>
  );
}

/** Registering through a session's link opens that session, once. */
function useJoinedSession() {
  const { open } = useModals();
  useEffect(() => {
    const id = joinedSession.read();
    if (!id) return;
    joinedSession.remove();
    open({ name: 'session', id });
  }, [open]);
}

/** After a sign-up, once: on home, when they are in a gym and the session they came for, opened after this, is closed. */
function useAboutYou(isDue: boolean) {
  const { open } = useModals();
  useEffect(() => {
    if (!isDue || joinedSession.read() || !aboutYouDue.read()) return;
    aboutYouDue.remove();
    open({ name: 'about-you' });
  }, [isDue, open]);
}

function useOnboardingStore() {
  const user = useUser();
  const { store, state, ready } = useOnboarding();
  useEffect(() => {
    void store.load();
    return () => store.stop();
  }, [store]);
  const completed = isProfileComplete(user);
  const told = state.profileCompleted && state.requiredProfileCompleted;
  useEffect(() => {
    // Skipped or finished, the profile is marked complete.
    if (ready && completed && !told) store.send({ type: 'profile', completed: true, requiredCompleted: true });
  }, [ready, completed, told, store]);
}
