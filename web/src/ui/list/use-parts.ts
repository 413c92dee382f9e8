import { startTransition, useEffect, useState } from 'react';

/** A hidden page has no frames. */
const LONGEST_FRAME_MS = 100;
/** A busy page draws the next part anyway. */
const LONGEST_WAIT_MS = 500;

/** Runs after the browser has painted the current frame. */
function afterPaint(run: () => void): () => void {
  let timer = setTimeout(run, LONGEST_FRAME_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Runs when the browser has nothing else to do. Safari can't tell. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) return afterPaint(run);
  const handle = requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * How many parts of a long page are due: one more after each painted frame, because styling all of them in one frame
 * blocks a slow phone. Parts after `inView` are below the first screen and wait until the browser is idle.
 */
export function useParts(first: number, last: number, inView = first): number {
  const [due, setDue] = useState(first);
  useEffect(() => {
    if (due >= last) return undefined;
    const wait = due < inView ? afterPaint : whenIdle;
    return wait(() => startTransition(() => setDue(due + 1)));
  }, [due, last, inView]);
  return due;
}
