import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The swipe must be more horizontal than vertical. */
const BEGINS_AFTER = 10;
/** A step needs this share of the width, or this speed in pixels per millisecond. */
const FAR = 0.3;
const FAST = 0.4;
const SETTLE_MS = 220;

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Follows a horizontal swipe over `frame` by moving `track`, and steps back or forward on release. `shown` names the
 * track's content: when it changes, the track is centered again. With reduced motion only the step remains.
 */
export function useSwipe(
  frame: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  shown: string,
  onStep: ((direction: 1 | -1) => void) | null,
): boolean {
  const [swiping, setSwiping] = useState(false);
  const step = useRef(onStep);
  step.current = onStep;
  const enabled = onStep !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useLayoutEffect(() => {
    if (track.current) Object.assign(track.current.style, { transform: '', transition: '' });
    setSwiping(false);
  }, [shown, track]);

  useEffect(() => {
    const element = frame.current;
    if (!element || !enabled) return;
    let from: { x: number; y: number; at: number } | null = null;
    let active = false;

    const put = (x: string, smooth: boolean) => {
      if (!track.current || isStill()) return;
      track.current.style.transition = smooth ? `transform ${SETTLE_MS}ms var(--ease-out)` : 'none';
      track.current.style.transform = x === '' ? '' : `translate3d(${x}, 0, 0)`;
    };

    function onDown(event: PointerEvent) {
      if (event.pointerType !== 'touch' || !event.isPrimary || active) return;
      from = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    }

    function onMove(event: PointerEvent) {
      if (!from || !element) return;
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (!active) {
        if (Math.abs(y) > BEGINS_AFTER && Math.abs(y) > Math.abs(x)) from = null;
        else if (Math.abs(x) > BEGINS_AFTER) {
          active = true;
          element.setPointerCapture(event.pointerId);
          setSwiping(!isStill());
        }
      }
      if (active) put(`${x}px`, false);
    }

    function onEnd(event: PointerEvent) {
      if (!from || !element) return;
      const x = event.clientX - from.x;
      const speed = x / Math.max(1, event.timeStamp - from.at);
      const wasActive = active;
      from = null;
      active = false;
      if (!wasActive) return;
      const isStep =
        event.type === 'pointerup' && (Math.abs(x) > element.offsetWidth * FAR || Math.abs(speed) > FAST) && x !== 0;
      const direction = x < 0 ? 1 : -1;
      if (isStep && isStill()) return step.current?.(direction);
      put(isStep ? `${-direction * 100}%` : '0px', true);
      setTimeout(() => {
        if (isStep) step.current?.(direction);
        else {
          put('', false);
          setSwiping(false);
        }
      }, SETTLE_MS);
    }

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onEnd);
    element.addEventListener('pointercancel', onEnd);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onEnd);
      element.removeEventListener('pointercancel', onEnd);
    };
  }, [frame, track, enabled]);

  return swiping;
}
