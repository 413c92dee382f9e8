import type { Entry } from '../entries.ts';
import type { Wall } from '../wall.ts';
import { carried, pressed, resized, type Stretch, stretched } from './drag-times.ts';
import type { GridRange } from './grid-range.ts';

/** What is dragged over, and what happens then. */
export type DragTarget = {
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
export type Ghost = Stretch & { title: string | null; why: string | null };

/** Movement below this is a click. */
const THRESHOLD = 4;
/** Dragging this close to the window's edge scrolls the page. */
const EDGE = 72;

const heldTo = ({ entry, at }: Held, over: Wall): Stretch =>
  at === null ? resized(entry, over.minute) : carried(entry.session.duration_minutes, at, over);

const isElsewhere = (entry: Entry, { day, start, end }: Stretch) =>
  day !== entry.day || start !== entry.start || end !== entry.end;

type Point = { x: number; y: number };

/** The time under a point of the grid. */
function wallUnder(grid: HTMLElement, { days, range }: DragTarget, { x, y }: Point): Wall {
  const { left, top, width } = grid.getBoundingClientRect();
  const index = Math.max(0, Math.min(days.length - 1, Math.floor(((x - left) / width) * days.length)));
  return { day: days[index] ?? '', minute: y - top + range.from };
}

/** What a press takes hold of: a session, empty time (null), or nothing that can be dragged. */
function heldAt(pressedOn: Element, wall: Wall, entryOf: DragTarget['entryOf']): Held | null | undefined {
  const chip = pressedOn.closest<HTMLElement>('[data-session]');
  if (!chip) return pressedOn.closest('button, a, [data-over]') ? undefined : null;
  const entry = chip.dataset.movable === undefined ? undefined : entryOf(chip.dataset.session ?? '', wall.day);
  if (!entry) return undefined;
  const isEnd = pressedOn.closest('[data-resize]') !== null;
  return { entry, at: isEnd ? null : wall.minute - entry.start, chip };
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

/** Follows the pointer over the grid until the returned function is called. `target` gives the latest values. */
export function followDrags(grid: HTMLElement, target: () => DragTarget, onGhost: (ghost: Ghost | null) => void) {
  let from: (Point & { wall: Wall; held: Held | null }) | null = null;
  let pointer = { x: 0, y: 0 };
  let dragging: Ghost | null = null;
  let frame = 0;
  let touched = false;

  const under = (point: Point) => wallUnder(grid, target(), point);

  const show = (next: Ghost | null) => {
    dragging = next;
    onGhost(next);
  };

  const follow = () => {
    if (!from) return;
    const over = under(pointer);
    const { held } = from;
    const stretch = held ? heldTo(held, over) : stretched(from.wall, over.minute);
    const isSame =
      dragging && dragging.day === stretch.day && dragging.start === stretch.start && dragging.end === stretch.end;
    if (isSame) return;
    show({ ...stretch, title: held?.entry.session.title ?? null, why: target().whyNot(stretch) });
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
    const point = { x: event.clientX, y: event.clientY };
    const wall = under(point);
    const held = heldAt(event.target, wall, target().entryOf);
    if (held === undefined) return;
    from = { ...point, wall, held };
    pointer = point;
  }

  function onMove(event: PointerEvent) {
    if (!from) return;
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
    const { onCreate, onMove, whyNot } = target();
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

  function onClick(event: MouseEvent) {
    if (!touched || (event.target instanceof Element && event.target.closest('button, a, [data-over]'))) return;
    target().onTouch(under({ x: event.clientX, y: event.clientY }));
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !from) return;
    event.stopPropagation();
    if (dragging) stopNextClick();
    end();
  }

  const listening = new AbortController();
  const { signal } = listening;
  grid.addEventListener('pointerdown', onDown, { signal });
  grid.addEventListener('pointermove', onMove, { signal });
  grid.addEventListener('pointerup', onUp, { signal });
  grid.addEventListener('pointercancel', end, { signal });
  grid.addEventListener('click', onClick, { signal });
  window.addEventListener('keydown', onKey, { capture: true, signal });
  return () => {
    cancelAnimationFrame(frame);
    listening.abort();
  };
}
