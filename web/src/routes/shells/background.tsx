import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { TestModeBadge } from '#features/users/profile-test-mode.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { takeParameters } from '#platform/test-parameters.ts';
import { useHasToasts } from '#platform/toasts/toasts.tsx';

const SignedInBackground = lazy(() => import('#routes/shells/signed-in-background.tsx'));
const Toaster = lazy(async () => ({ default: (await import('#platform/toasts/toaster.tsx')).Toaster }));

/**
 * Runs next to every screen. The first paint doesn't need it, so it loads separately. The server refuses its calls until
 * the user has a password of their own.
 */
export function Background() {
  const { user } = useLogin();
  const { pathname } = useLocation();
  // A new visitor waits for the sign-in screen, so it loads nothing else.
  const isSignIn = user === null && pathname === '/login';
  usePwa(!isSignIn);
  const hasToaster = useHasToaster(isSignIn);
  useScrollToTop();
  useTestParameters();
  return (
    <>
      <TestModeBadge />
      <Suspense>
        {hasToaster ? <Toaster /> : null}
        {user && !user.must_change_password ? <SignedInBackground /> : null}
      </Suspense>
    </>
  );
}

/** On the sign-in screen from the first tap or key on: nothing has been said before. */
function useHasToaster(isSignIn: boolean): boolean {
  const hasToasts = useHasToasts();
  const [had, setHad] = useState(false);
  const has = had || !isSignIn || hasToasts;
  if (has !== had) setHad(has);
  useEffect(() => {
    if (has) return;
    const ended = new AbortController();
    for (const input of ['pointerdown', 'keydown'])
      window.addEventListener(input, () => setHad(true), { signal: ended.signal });
    return () => ended.abort();
  }, [has]);
  return has;
}

function usePwa(wanted: boolean) {
  const started = useRef(false);
  useEffect(() => {
    if (!import.meta.env.PROD || !wanted || started.current) return;
    started.current = true;
    void import('#routes/pwa.ts').then(({ startPwa }) => startPwa());
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
