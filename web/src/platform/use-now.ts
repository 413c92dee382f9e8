import { useEffect, useState } from 'react';
import { serverNow } from '#platform/server-clock.ts';

/** The current time, updated as often as a reader would notice. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    // Updates as soon as a sleeping phone wakes.
    const wake = () => document.visibilityState === 'visible' && setNow(serverNow());
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [everyMs]);
  return now;
}
