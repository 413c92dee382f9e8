import { useEffect } from 'react';

const EVERY_MS = 15_000;

/** While the app shows saved data: asks the server again from time to time and when the network is back. */
export function useRefreshUntilOnline(isCached: boolean, refresh: () => Promise<void>) {
  useEffect(() => {
    if (!isCached) return;
    let isRunning = false;
    const run = async () => {
      isRunning = true;
      await refresh();
      isRunning = false;
    };
    const timer = setInterval(() => isRunning || void run(), EVERY_MS);
    window.addEventListener('online', run);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', run);
    };
  }, [isCached, refresh]);
}
