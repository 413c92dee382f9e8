import type { OpenDay } from '../../times/opening-hours.ts';
import type { Entry } from '../entries.ts';

/** Minutes of the day. */
export type GridRange = { from: number; to: number };

const HOUR = 60;
const USUAL: GridRange = { from: 6 * HOUR, to: 22 * HOUR };

/** Whole hours from the first opening to the last closing, extended to sessions outside them. */
export function gridRange(days: readonly (OpenDay | null)[], entries: readonly Entry[]): GridRange {
  const spans = days.flatMap((day) => day?.spans ?? []);
  const open = spans.length > 0 ? spans : [USUAL];
  const from = Math.min(...open.map((span) => span.from), ...entries.map(({ start }) => start));
  const to = Math.max(...open.map((span) => span.to), ...entries.map(({ end }) => end));
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.min(24 * HOUR, Math.ceil(to / HOUR) * HOUR) };
}
