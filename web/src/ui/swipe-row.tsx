import clsx from 'clsx';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';

export type SwipeAction = { label: string; icon: ReactNode; onSelect: () => void };

type Props = {
  /** For a swipe to the left; the other is for one to the right. Both are shortcuts of what the row's place offers too. */
  left?: SwipeAction | undefined;
  right?: SwipeAction | undefined;
  children: ReactNode;
};

/** The swipe must be more horizontal than vertical. */
const BEGINS_AFTER = 10;
const FAR = 72;
const FARTHEST = 120;

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A row that a finger can swipe aside for an action. With reduced motion it stays where it is, and only its action shows. */
export function SwipeRow({ left, right, children }: Props) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const hasSwiped = useRef(false);
  const [by, setBy] = useState(0);
  const action = by < 0 ? left : by > 0 ? right : undefined;
  const isFar = Math.abs(by) >= FAR;

  function onPointerDown(event: PointerEvent) {
    hasSwiped.current = false;
    from.current = event.pointerType === 'touch' && event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!from.current) return;
    const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
    if (by === 0) {
      if (Math.abs(y) > BEGINS_AFTER && Math.abs(y) > Math.abs(x)) from.current = null;
      if (Math.abs(x) <= BEGINS_AFTER || !from.current || !(x < 0 ? left : right)) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      hasSwiped.current = true;
    }
    // The other way there may be nothing to do.
    setBy(Math.max(left ? -FARTHEST : 0, Math.min(right ? FARTHEST : 0, x)));
  }
  function onEnd(event: PointerEvent) {
    from.current = null;
    setBy(0);
    if (event.type === 'pointerup' && isFar) action?.onSelect();
  }

  return (
    <div
      // A frame around what has the focus lies outside of the row.
      className={clsx('relative touch-pan-y rounded-card', action && 'overflow-hidden')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
      onClickCapture={(event) => {
        // The end of a swipe is no tap on what lies under it.
        if (hasSwiped.current) event.stopPropagation();
      }}
    >
      {action ? (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute inset-y-0 flex flex-col items-center justify-center gap-1 overflow-hidden text-center font-semibold text-xs leading-tight [&_svg]:size-5 [&_svg]:shrink-0',
            by < 0 ? 'right-0' : 'left-0',
            isFar ? 'bg-primary text-on-primary' : 'bg-primary-soft text-primary-text',
          )}
          // As wide as what the row has uncovered, so that icon and word stand in its middle.
          style={{ width: isStill() ? '100%' : Math.abs(by) }}
        >
          {action.icon}
          {action.label}
        </span>
      ) : null}
      <div
        className={clsx(
          'relative',
          action && (isStill() ? 'opacity-0' : 'bg-bg-raised'),
          by === 0 && 'transition-transform',
        )}
        style={by === 0 || isStill() ? undefined : { transform: `translateX(${by}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
