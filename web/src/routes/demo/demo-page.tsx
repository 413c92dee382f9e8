import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { startDemo } from '#features/demo/start-demo.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { FullPageWait, Unreachable } from '#routes/waiting.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** With this address the landing page shows 'Failed to start demo. Please try again.' */
const FAILED = '/?error=demo';

let starting: Promise<string> | null = null;

/** One visit starts one demo, however often the page renders. Resolves to the next address. */
async function start(): Promise<string> {
  try {
    await startDemo();
    return '/app';
  } catch (error) {
    console.error('Failed to start demo session', error);
    return FAILED;
  }
}

/** What a visitor reads while others are served first, from this many seconds on. */
const news = [
  { from: 15, text: "Still on it. You'll be in shortly, no need to reload." },
  { from: 4, text: "Lots of visitors right now. We're building a gym just for you." },
];

function useSecondsHere(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

export function DemoPage() {
  usePageTitle('Demo');
  const { status, retry } = useLogin();
  const seconds = useSecondsHere();
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
        {/* Its line is kept free, so that nothing moves when it comes. */}
        <p className="min-h-12 max-w-80 text-balance text-text-secondary">
          {news.find(({ from }) => seconds >= from)?.text}
        </p>
      </div>
    </main>
  );
}
