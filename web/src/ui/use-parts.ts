import { startTransition, useEffect, useState } from 'react';

/** A hidden page has no frames. */
const LONGEST_FRAME_MS = 100;

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

/**
 * How many parts of a long page are due: one more after each painted frame, because styling all of them in one frame
 * blocks a slow phone.
 */
export function useParts(first: number, last: number): number {
  const [due, setDue] = useState(first);
  useEffect(() => {
    if (due >= last) return undefined;
    return afterPaint(() => startTransition(() => setDue(due + 1)));
  }, [due, last]);
  return due;
}
