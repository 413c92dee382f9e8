import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { storeDemo } from '#features/demo/demo-storage.ts';
import { api } from '#platform/api/api.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { FullPageWait, Unreachable } from '#routes/shells/waiting.tsx';
import { Spinner } from '#ui/status/spinner.tsx';

/** With this address the landing page shows 'Failed to start demo. Please try again.' */
const FAILED = '/?error=demo';

let starting: Promise<string> | null = null;

/** One visit starts one demo, however often the page renders. Resolves to the next address. */
async function start(): Promise<string> {
  try {
    storeDemo(await api.startDemo());
    return '/app';
  } catch (error) {
    console.error('Failed to start demo session', error);
    return FAILED;
  }
}

export function DemoPage() {
  usePageTitle('Demo');
  const { status, retry } = useLogin();
  useEffect(() => {
    if (status !== 'signed-out') return;
    starting ??= start();
    void starting.then((address) => window.location.replace(address));
  }, [status]);

  // A demo never replaces a sign-in, and a running demo continues.
  if (status === 'signed-in' && !starting) return <Navigate to="/app" replace />;
  if (status === 'unreachable') return <Unreachable onRetry={retry} />;
  if (status === 'loading') return <FullPageWait />;
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div role="status" className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-10 text-primary-text" />
        <h1 className="mt-2 text-2xl">Starting Demo Session</h1>
        <p className="text-lg text-text-secondary">Setting up your demo environment...</p>
      </div>
    </main>
  );
}
