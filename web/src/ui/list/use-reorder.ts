import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** This near to the edge of the screen, in pixels, a dragged row scrolls the page, by so much at a time. */
const EDGE = 96;
const STEP = 8;

/** Moves one item to another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * A list whose rows are put in order by dragging their handles, or with the arrow keys on a handle. Escape takes a dragged
 * row back. The list element takes `listRef`, each row's handle `handleProps(index)`.
 */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const listRef = useRef<HTMLUListElement>(null);
  const pointerY = useRef<number | null>(null);
  const draggedFrom = useRef(0);
  const [dragged, setDragged] = useState<number | null>(null);

  const rowAt = (y: number) => {
    const rows = [...(listRef.current?.children ?? [])];
    const below = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height;
    });
    return below === -1 ? rows.length - 1 : below;
  };

  const goTo = (y: number) => {
    if (dragged === null) return;
    const to = rowAt(y);
    if (to === dragged) return;
    onMove(dragged, to);
    setDragged(to);
  };
  const scroll = useEffectEvent(() => {
    const y = pointerY.current;
    if (y === null) return;
    const by = y < EDGE ? -STEP : y > window.innerHeight - EDGE ? STEP : 0;
    if (by === 0) return;
    window.scrollBy(0, by);
    goTo(y);
  });
  const cancelOnEscape = useEffectEvent(({ key }: globalThis.KeyboardEvent) => {
    if (key !== 'Escape' || dragged === null) return;
    onMove(dragged, draggedFrom.current);
    setDragged(null);
  });
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const timer = setInterval(() => scroll(), 16);
    const onKeyDown = (event: globalThis.KeyboardEvent) => cancelOnEscape(event);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [isDragging]);

  const handleProps = (index: number) => ({
    className: 'touch-none cursor-grab active:cursor-grabbing',
    onKeyDown: (event: KeyboardEvent) => {
      const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
      if (to === index || to < 0 || to >= count) return;
      event.preventDefault();
      onMove(index, to);
    },
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = null;
      draggedFrom.current = index;
      setDragged(index);
    },
    onPointerMove: (event: PointerEvent) => {
      pointerY.current = event.clientY;
      goTo(event.clientY);
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
  });
  return { listRef, dragged, handleProps };
}
