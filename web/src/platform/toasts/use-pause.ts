import { type RefObject, useEffect, useState } from 'react';

const LONGEST_REST_MS = 20_000;

/**
 * Timers stop while a toast has the focus, or a mouse that was moved onto it: one that rests where a toast appears, or a
 * finger that tapped there, would keep it for ever. Both are kept here, because the store counts a pause that ends
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

  // A pointer that was left lying on a toast would keep it, and what is sent after it, for ever.
  useEffect(() => {
    if (!hasPointer) return;
    const rest = setTimeout(() => setHasPointer(false), LONGEST_REST_MS);
    return () => clearTimeout(rest);
  }, [hasPointer]);

  // A toast that goes from under the pointer or takes the focus along reports neither.
  useEffect(() => {
    if (isEmpty) return setHasPointer(false);
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true;
    const onMove = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'mouse') setHasPointer(isInside(target));
    };
    const onOver = ({ target }: MouseEvent) => {
      if (!isInside(target)) setHasPointer(false);
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('mouseover', onOver);
    return () => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('mouseover', onOver);
    };
  }, [region, isEmpty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast that is gone may have had the focus
  useEffect(() => setHasFocus(region.current?.contains(document.activeElement) === true), [region, count]);

  return {
    onMouseLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
}
