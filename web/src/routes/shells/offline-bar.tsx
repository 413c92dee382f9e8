import { Clock, CloudOff } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useLogin } from '#platform/login/use-login.ts';
import { useAsked, useWaiting } from '#platform/outbox/use-outbox.ts';
import { askedInWords, waitingInWords } from '#platform/outbox/waiting-words.ts';

const WaitingList = lazy(() => import('#platform/outbox/waiting-list.tsx'));

function onChange(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Explains why nothing is new while offline, and what waits to be sent. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  const { isCached } = useLogin();
  const waiting = useWaiting().length;
  const asked = useAsked().length;
  const [isOpen, setOpen] = useState(false);
  // Online too: the server may be busy, or the Wi-Fi may lead nowhere.
  const isSaved = !isOnline || isCached;
  return (
    <>
      {isSaved || waiting + asked > 0 ? (
        <div
          role="status"
          className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 border-border border-b bg-bg-secondary px-4 text-center text-sm text-text-secondary print:hidden"
        >
          {isSaved ? (
            <p className="flex items-center gap-2 py-1.5">
              <CloudOff aria-hidden="true" className="size-4 shrink-0" />
              {isOnline ? "Couldn't refresh. Trying again." : "You're offline."} Showing saved content.
            </p>
          ) : null}
          {waiting + asked > 0 ? (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="flex min-h-11 items-center gap-2 font-medium text-text-primary underline underline-offset-2"
            >
              <Clock aria-hidden="true" className="size-4 shrink-0" />
              {[waiting > 0 && waitingInWords(waiting), asked > 0 && askedInWords(asked)].filter(Boolean).join(' · ')}
            </button>
          ) : null}
        </div>
      ) : null}
      <Suspense>{isOpen ? <WaitingList onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
