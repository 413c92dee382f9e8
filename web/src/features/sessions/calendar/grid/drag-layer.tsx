import clsx from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Entry } from '../entries.ts';
import { lengthText, timeText, type Wall } from '../wall.ts';
import { carried, pressed, resized, type Stretch, stretched } from './drag-times.ts';
import type { GridRange } from './grid-range.ts';

type Props = {
  body: RefObject<HTMLDivElement | null>;
  days: readonly string[];
  range: GridRange;
  entryOf: (sessionId: string, day: string) => Entry | undefined;
  /** Why a time isn't possible, in words. */
  whyNot: (stretch: Stretch) => string | null;
  onCreate: (stretch: Stretch) => void;
  onMove: (entry: Entry, stretch: Stretch) => void;
  /** A finger touched an empty slot. */
  onTouch: (wall: Wall) => void;
};

/** `at` is where the session is held, in minutes after its start; null while its end is dragged. */
type Held = { entry: Entry; at: number | null; chip: HTMLElement };
type Ghost = Stretch & { title: string | null; why: string | null };

/** Movement below this is a click. */
const THRESHOLD = 4;
/** Dragging this close to the window's edge scrolls the page. */
const EDGE = 72;

const heldTo = ({ entry, at }: Held, over: Wall): Stretch =>
  at === null ? resized(entry, over.minute) : carried(entry.session.duration_minutes, at, over);

const isElsewhere = (entry: Entry, { day, start, end }: Stretch) =>
  day !== entry.day || start !== entry.start || end !== entry.end;

/**
 * Draws a new session, or drags one of the reader's own to another time or length, without rendering the grid again.
 */
export function DragLayer(props: Props) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { body, days, range } = props;

  useEffect(() => {
    const grid = body.current;
    if (!grid) return;
    let from: { x: number; y: number; wall: Wall; held: Held | null } | null = null;
    let pointer = { x: 0, y: 0 };
    let dragging: Ghost | null = null;
    let frame = 0;
    let touched = false;

    const wallUnder = ({ x, y }: { x: number; y: number }): Wall => {
      const { left, top, width } = grid.getBoundingClientRect();
      const all = latest.current.days;
      const index = Math.max(0, Math.min(all.length - 1, Math.floor(((x - left) / width) * all.length)));
      return { day: all[index] ?? '', minute: y - top + latest.current.range.from };
    };

    const show = (next: Ghost | null) => {
      dragging = next;
      setGhost(next);
    };

    const follow = () => {
      if (!from) return;
      const over = wallUnder(pointer);
      const { held } = from;
      const stretch = held ? heldTo(held, over) : stretched(from.wall, over.minute);
      const isSame =
        dragging && dragging.day === stretch.day && dragging.start === stretch.start && dragging.end === stretch.end;
      if (isSame) return;
      show({ ...stretch, title: held?.entry.session.title ?? null, why: latest.current.whyNot(stretch) });
    };

    const moveAlong = () => {
      const above = EDGE * 2.5 - pointer.y;
      const below = pointer.y - (window.innerHeight - EDGE);
      const by = above > 0 ? -above / 8 : below > 0 ? below / 8 : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        follow();
      }
      frame = requestAnimationFrame(moveAlong);
    };

    const end = () => {
      cancelAnimationFrame(frame);
      if (from?.held) delete from.held.chip.dataset.dragged;
      delete grid.dataset.dragging;
      from = null;
      show(null);
    };

    function onDown(event: PointerEvent) {
      touched = event.pointerType === 'touch';
      if (touched || event.button !== 0 || !(event.target instanceof Element)) return;
      const chip = event.target.closest<HTMLElement>('[data-session]');
      if (!chip && event.target.closest('button, a, [data-over]')) return;
      if (chip && chip.dataset.movable === undefined) return;
      const point = { x: event.clientX, y: event.clientY };
      const wall = wallUnder(point);
      const entry = chip ? latest.current.entryOf(chip.dataset.session ?? '', wall.day) : undefined;
      if (chip && !entry) return;
      const isEnd = event.target.closest('[data-resize]') !== null;
      const held = chip && entry ? { entry, at: isEnd ? null : wall.minute - entry.start, chip } : null;
      from = { ...point, wall, held };
      pointer = point;
    }

    function onMove(event: PointerEvent) {
      if (!from || !grid) return;
      pointer = { x: event.clientX, y: event.clientY };
      if (!dragging) {
        if (Math.hypot(pointer.x - from.x, pointer.y - from.y) < THRESHOLD) return;
        grid.setPointerCapture(event.pointerId);
        grid.dataset.dragging = '';
        if (from.held) from.held.chip.dataset.dragged = '';
        frame = requestAnimationFrame(moveAlong);
      }
      follow();
    }

    function onUp() {
      if (!from) return;
      const { wall, held } = from;
      const dropped = dragging;
      end();
      const { onCreate, onMove, whyNot } = latest.current;
      if (dropped) {
        stopNextClick();
        if (dropped.why) return;
        if (!held) onCreate(dropped);
        else if (isElsewhere(held.entry, dropped)) onMove(held.entry, dropped);
      } else if (!held) {
        const stretch = pressed(wall);
        if (!whyNot(stretch)) onCreate(stretch);
      }
    }

    /** Suppresses the click at the end of a drag. */
    function stopNextClick() {
      const stop = (event: Event) => {
        event.stopPropagation();
        event.preventDefault();
      };
      window.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
    }

    function onClick(event: MouseEvent) {
      if (!touched || (event.target instanceof Element && event.target.closest('button, a, [data-over]'))) return;
      latest.current.onTouch(wallUnder({ x: event.clientX, y: event.clientY }));
    }

    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !from) return;
      event.stopPropagation();
      if (dragging) stopNextClick();
      end();
    }

    grid.addEventListener('pointerdown', onDown);
    grid.addEventListener('pointermove', onMove);
    grid.addEventListener('pointerup', onUp);
    grid.addEventListener('pointercancel', end);
    grid.addEventListener('click', onClick);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      grid.removeEventListener('pointerdown', onDown);
      grid.removeEventListener('pointermove', onMove);
      grid.removeEventListener('pointerup', onUp);
      grid.removeEventListener('pointercancel', end);
      grid.removeEventListener('click', onClick);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [body]);

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
