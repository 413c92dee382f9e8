import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readOnboardingParameter } from '#features/onboarding/onboarding-parameter.ts';
import { TestModeBadge } from '#features/users/profile-test-mode.tsx';
import { useLogin } from '#platform/login/use-login.ts';

const SignedInBackground = lazy(() => import('#routes/shells/signed-in-background.tsx'));
const Toaster = lazy(async () => ({ default: (await import('#platform/toasts/toaster.tsx')).Toaster }));

/** What runs beside every screen. Nothing of it is needed to draw the first one, so it comes in chunks of its own. */
export function Background() {
  const { user } = useLogin();
  const { pathname } = useLocation();
  // The sign-in screen is the one whose weight a newcomer waits for; the app's files are kept from the next one on.
  usePwa(user !== null || pathname !== '/login');
  useScrollToTop();
  useOnboardingParameter(user?.id);
  return (
    <>
      <TestModeBadge />
      <Suspense>
        <Toaster />
        {user ? <SignedInBackground /> : null}
      </Suspense>
    </>
  );
}

function usePwa(wanted: boolean) {
  const queryClient = useQueryClient();
  const started = useRef(false);
  useEffect(() => {
    if (!import.meta.env.PROD || !wanted || started.current) return;
    started.current = true;
    void import('#routes/pwa.ts').then(({ startPwa }) => startPwa(queryClient));
  }, [queryClient, wanted]);
}

/** A new page begins at its top; Back and Forward return to where one was, and a modal moves nothing. */
function useScrollToTop() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the scroll belongs to
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
}

function useOnboardingParameter(userId: string | undefined) {
  const { search } = useLocation();
  useEffect(() => {
    if (userId) readOnboardingParameter(search, userId, window.innerWidth);
  }, [search, userId]);
}
