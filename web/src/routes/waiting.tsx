import { useEffect, useState } from 'react';
import { Spinner } from '#ui/spinner.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';

const NOTICED_AFTER_MS = 300;

/** The first load; invisible while it is too short to notice. */
export function FullPageWait() {
  const [noticed, setNoticed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(true), NOTICED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid min-h-dvh place-items-center text-primary-text" aria-busy="true">
      {noticed ? (
        <span role="status">
          <Spinner className="size-8" />
          <span className="sr-only">Loading</span>
        </span>
      ) : null}
    </div>
  );
}

/** A page whose code is loading: keeps its space without a spinner. */
export const PageWait = () => <div className="min-h-[60dvh]" aria-busy="true" />;

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        heading="h1"
        title="Can't reach Spotter"
        text="You're still signed in. Check your connection and try again."
        onRetry={onRetry}
      />
    </main>
  );
}
