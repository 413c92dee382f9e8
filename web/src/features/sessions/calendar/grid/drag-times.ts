import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { Wall } from '../wall.ts';

/** Dragging snaps to quarter hours. */
const SNAP = 15;
const DAY_MINUTES = 1440;
const { most: LONGEST, usual: USUAL } = sessionLimits.minutes;

export type Stretch = { day: string; start: number; end: number };

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
const quarterBefore = (minute: number) => Math.floor(minute / SNAP) * SNAP;
const quarterAfter = (minute: number) => Math.ceil(minute / SNAP) * SNAP;

/** From where the pointer went down to where it is now, up or down, within the same day. */
export function stretched(from: Wall, to: number): Stretch {
  const anchor = within(quarterBefore(from.minute), 0, DAY_MINUTES - SNAP);
  if (to >= anchor)
    return {
      day: from.day,
      start: anchor,
      end: within(quarterAfter(to), anchor + SNAP, Math.min(DAY_MINUTES, anchor + LONGEST)),
    };
  const end = anchor + SNAP;
  return { day: from.day, start: within(quarterBefore(to), Math.max(0, end - LONGEST), anchor), end };
}

/** A dragged session, held at some minutes after its start. */
export function carried(minutes: number, held: number, over: Wall): Stretch {
  const start = within(
    Math.round((over.minute - held) / SNAP) * SNAP,
    0,
    Math.max(0, quarterBefore(DAY_MINUTES - minutes)),
  );
  return { day: over.day, start, end: start + minutes };
}

/** A session whose end is dragged; the start stays. */
export function resized({ day, start }: Stretch, to: number): Stretch {
  const last = Math.min(DAY_MINUTES, start + LONGEST);
  return { day, start, end: within(Math.round((to - start) / SNAP) * SNAP + start, start + SNAP, last) };
}

/** A press without a drag: one hour from the last half hour, or what is left of the day. */
export function pressed({ day, minute }: Wall): Stretch {
  const start = within(Math.floor(minute / 30) * 30, 0, DAY_MINUTES - 30);
  return { day, start, end: Math.min(DAY_MINUTES, start + USUAL) };
}
