import { type MouseEvent, type PointerEvent, type TouchEvent, useRef, useState } from 'react';

const LONG_PRESS_MS = 450;
const STARTS_AT = 12;
const TURNS_AT = 56;
const FARTHEST = 80;

type Gestures = {
  /** A swipe to the end of the line: to the right where text runs left to right. */
  onSwipe?: (() => void) | undefined;
  onLongPress?: (() => void) | undefined;
};

type Touch = { x: number; y: number; timer: ReturnType<typeof setTimeout>; isSwipe: boolean; moved: number };

/** What a finger can do with a message. Scrolling stays the browser's, and a mouse has buttons. */
export function useMessageGestures({ onSwipe, onLongPress }: Gestures) {
  const touch = useRef<Touch | null>(null);
  const isHeld = useRef(false);
  const [moved, setMoved] = useState(0);

  function end() {
    clearTimeout(touch.current?.timer);
    touch.current = null;
    setMoved(0);
  }
  return {
    /** How far the message has moved, in pixels, and whether letting it go answers it. */
    moved,
    isTurned: Math.abs(moved) >= TURNS_AT,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.pointerType !== 'touch' || !event.isPrimary) return;
        isHeld.current = false;
        const timer = setTimeout(() => {
          end();
          isHeld.current = onLongPress !== undefined;
          onLongPress?.();
        }, LONG_PRESS_MS);
        touch.current = { x: event.clientX, y: event.clientY, timer, isSwipe: false, moved: 0 };
      },
      onPointerMove(event: PointerEvent) {
        const start = touch.current;
        if (!start) return;
        const toEnd = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
        const along = (event.clientX - start.x) * toEnd;
        const across = Math.abs(event.clientY - start.y);
        if (Math.abs(along) > STARTS_AT || across > STARTS_AT) clearTimeout(start.timer);
        if (!start.isSwipe && across > STARTS_AT) return end();
        start.isSwipe ||= Boolean(onSwipe) && along > STARTS_AT && along > across * 1.5;
        if (!start.isSwipe) return;
        start.moved = Math.min(Math.max(along, 0), FARTHEST);
        setMoved(toEnd * start.moved);
      },
      onPointerUp() {
        // A quick finger lifts before the last movement is drawn.
        if (touch.current && touch.current.moved >= TURNS_AT) onSwipe?.();
        end();
      },
      onPointerCancel: end,
      /** The browser's own menu for a picture or a link would cover ours. */
      onContextMenu(event: MouseEvent) {
        if (touch.current || isHeld.current) event.preventDefault();
      },
      /** The finger that opened the menu makes no click: it would close the menu, or open a picture below it. */
      onTouchEnd(event: TouchEvent) {
        if (isHeld.current) event.preventDefault();
        isHeld.current = false;
      },
    },
  };
}
