import { type RefObject, useEffect, useState } from 'react';

/**
 * Timers stop while a toast has the pointer or the focus. Both are kept here, because the store counts a pause that ends
 * twice as one of decades, and a timer that long ends at once. Returns the region's handlers.
 */
export function usePause(
  region: RefObject<HTMLElement | null>,
  count: number,
  { startPause, endPause }: { startPause: () => void; endPause: () => void },
) {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isEmpty = count === 0;
  const isPaused = !isEmpty && (hasPointer || hasFocus);
  useEffect(() => {
    if (isPaused) startPause();
  }, [isPaused, startPause]);
  useEffect(() => {
    if (!isPaused) endPause();
  }, [isPaused, endPause]);

  // A toast that goes from under the pointer or takes the focus along reports neither.
  useEffect(() => {
    if (isEmpty) return setHasPointer(false);
    const onOver = ({ target }: MouseEvent) =>
      setHasPointer(target instanceof Node && region.current?.contains(target) === true);
    document.addEventListener('mouseover', onOver);
    return () => document.removeEventListener('mouseover', onOver);
  }, [region, isEmpty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast that is gone may have had the focus
  useEffect(() => setHasFocus(region.current?.contains(document.activeElement) === true), [region, count]);

  return {
    onMouseLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
}
