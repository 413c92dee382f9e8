import clsx from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lengthText, timeText } from '../wall.ts';
import { type DragTarget, followDrags, type Ghost } from './drags.ts';

type Props = DragTarget & { body: RefObject<HTMLDivElement | null> };

/**
 * Draws a new session, or drags one of the reader's own to another time or length, without rendering the grid again.
 */
export function DragLayer(props: Props) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { body, days, range } = props;

  useEffect(() => (body.current ? followDrags(body.current, () => latest.current, setGhost) : undefined), [body]);

  const column = ghost ? days.indexOf(ghost.day) : -1;
  if (!ghost || column === -1) return null;
  return (
    <div
      data-ghost=""
      className={clsx(
        'pointer-events-none absolute z-4 overflow-hidden rounded-mark px-2 py-1 text-xs leading-4 shadow-float ring-2 ring-inset',
        ghost.why
          ? 'bg-status-error-bg text-status-error-text ring-status-error'
          : 'bg-primary-soft text-primary-text ring-primary-mark',
      )}
      style={{
        top: ghost.start - range.from,
        height: Math.max(22, ghost.end - ghost.start),
        left: `${(column / days.length) * 100}%`,
        width: `calc(${100 / days.length}% - 4px)`,
      }}
    >
      <p data-figures="" className="truncate font-semibold">
        {timeText(ghost.start)} to {timeText(ghost.end)}
      </p>
      <p className="line-clamp-2">{ghost.why ?? ghost.title ?? lengthText(ghost.end - ghost.start)}</p>
    </div>
  );
}
