import { useEffect, useRef } from 'react';

/** Runs once, also where React draws a page twice to find mistakes. */
export function useRunOnce(run: () => void) {
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current) return;
    ran.current = true;
    run();
  });
}
