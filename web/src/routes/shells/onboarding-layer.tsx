import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { joinedSession } from '#features/invites/pending-invite.ts';
import { Tips } from '#features/onboarding/tips.tsx';
import { Tour } from '#features/onboarding/tour.tsx';
import { useOnboarding } from '#features/onboarding/use-onboarding.ts';
import { useOnboardingWish } from '#features/onboarding/use-onboarding-wish.ts';
import { isProfileComplete } from '#features/users/profile-complete.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals/modals.ts';

/** What lies over the member area for newcomers: the session they came for, the tour, and tips. */
export default function OnboardingLayer() {
  const { gymConfig } = useLogin();
  const { pathname } = useLocation();
  const { stack } = useModals();
  const { state, ready } = useOnboarding();
  useJoinedSession();
  useOnboardingStore();
  useOnboardingWish();
  if (!ready) return null;
  const onHome = pathname === '/app' && stack.length === 0;
  // There the one action stands at the bottom, under a thumb, where a tip would lie over it.
  const onSession = pathname.startsWith('/app/sessions/');
  const touring = state.tourStatus === 'in_progress' && state.pausedAt === null;
  return (
    <>
      {onHome ? <Tour brand={gymConfig?.organization?.name ?? 'Spotter'} /> : null}
      <Tips quiet={stack.length > 0 || onSession || touring} />
    </>
  );
}

/** A registration through a session's link opens that session, once. */
function useJoinedSession() {
  const { open } = useModals();
  useEffect(() => {
    const id = joinedSession.read();
    if (!id) return;
    joinedSession.remove();
    open({ name: 'session', id });
  }, [open]);
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
    // What was skipped stays marked as done; what is done is marked.
    if (ready && completed && !told) store.send({ type: 'profile', completed: true, requiredCompleted: true });
  }, [ready, completed, told, store]);
}
