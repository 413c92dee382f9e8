import { useEffect } from 'react';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { LATE_LOGOUTS } from '#platform/theme/last-organization.ts';

/** Sends them at the start and when the network is back. Hardly any device has some, so their code is loaded then. */
export function useLateLogouts(): void {
  useEffect(() => {
    const send = () => {
      if (safeLocalStorage.get(LATE_LOGOUTS) === null) return;
      void import('./late-logouts.ts').then(
        ({ sendLateLogouts }) => sendLateLogouts(),
        () => {},
      );
    };
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, []);
}
