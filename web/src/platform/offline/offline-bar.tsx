import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useLogin } from '#platform/login/use-login.ts';

function onChange(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Explains why nothing is new while offline. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  const { isCached } = useLogin();
  if (isOnline && !isCached) return null;
  return (
    <p
      role="status"
      className="sticky top-0 z-30 flex items-center justify-center gap-2 border-border border-b bg-bg-secondary px-4 py-1.5 text-center text-sm text-text-secondary print:hidden"
    >
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      You're offline. Showing saved content.
    </p>
  );
}
