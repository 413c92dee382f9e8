import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { TestModeBadge } from '#features/users/profile-test-mode.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { takeParameters } from '#platform/test-parameters.ts';
import { useOpenPlace } from '#routes/modals/use-open-place.ts';

const SignedInBackground = lazy(() => import('#routes/shells/signed-in-background.tsx'));
const Toaster = lazy(async () => ({ default: (await import('#platform/toasts/toaster.tsx')).Toaster }));

/** Runs next to every screen. The first paint doesn't need it, so it loads separately. */
export function Background() {
  const { user } = useLogin();
  const { pathname } = useLocation();
  // A new visitor waits for the sign-in screen, so the app's files are cached only from the next one on.
  usePwa(user !== null || pathname !== '/login');
  useScrollToTop();
  useTestParameters();
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
  const openPlace = useRef(useOpenPlace());
  const started = useRef(false);
  useEffect(() => {
    if (!import.meta.env.PROD || !wanted || started.current) return;
    started.current = true;
    void import('#routes/pwa.ts').then(({ startPwa }) => startPwa((place) => openPlace.current(place)));
  }, [wanted]);
}

/** A new page starts at its top; Back and Forward restore the position, and modals don't scroll. */
function useScrollToTop() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the scroll belongs to
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
}

/** Links within the app may carry them too; those of the first address are taken before the app starts. */
function useTestParameters() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const rest = takeParameters(search);
    if (rest !== null) void navigate({ pathname, search: rest, hash }, { replace: true, state });
  }, [pathname, search, hash, state, navigate]);
}
