import { useEffect, useRef } from 'react';

/** Runs once, even in React's strict mode. */
export function useRunOnce(run: () => void) {
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current) return;
    ran.current = true;
    run();
  });
}
