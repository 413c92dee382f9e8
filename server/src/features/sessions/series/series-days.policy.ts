import { momentOf, wallTimeOf } from '#platform/db/zones.ts';
import type { Occurrence, SeriesRow } from './series.read.ts';

/** Start of the session on a day: the series' local time at the gym, moved past a clock change that skips it. */
export const occurrenceStart = (
  { starts_local, timezone }: Pick<SeriesRow, 'starts_local' | 'timezone'>,
  day: string,
) => momentOf(`${day}${starts_local.slice(10)}`, timezone, 'later');

/** Whether this session was moved individually. */
export const wasMoved = (series: SeriesRow, { occurrence_on, starts_at }: Occurrence): boolean =>
  occurrenceStart(series, occurrence_on).getTime() !== starts_at.getTime();

/** The day of a session on the wall of its series' gym. */
export const dayAtGym = (series: SeriesRow, { starts_at }: Occurrence): string =>
  wallTimeOf(starts_at, series.timezone).slice(0, 10);
