/*
 * Wall-clock time of a gym. A day is `2026-11-20`, a time of day `18:00` (`24:00` is the end of the day), and both
 * together are a wall time: `2026-11-20T18:00`. Wall times become moments only together with a zone.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** How far ahead of UTC a zone's clocks are at a moment, in milliseconds. */
export type OffsetAt = (zone: string, moment: number) => number;

/** Zones change their clocks only on a quarter of an hour. */
const QUARTER = 15 * MINUTE;
const MOST_OFFSETS = 20_000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** From this machine's zone data. Lookups are slow, so each quarter of an hour is looked up once. */
export const offsetAt: OffsetAt = (zone, moment) => {
  const quarter = Math.floor(moment / QUARTER) * QUARTER;
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = formatOf(zone).formatToParts(quarter);
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const offset = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second')) - quarter;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
};

/** One formatter per zone: creating one takes longer than a hundred uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', second: 'numeric', ...numeric });
  formats.set(timeZone, made);
  return made;
}

type MomentOf = {
  (wall: string, zone: string): Date | null;
  (wall: string, zone: string, inGap: 'later'): Date;
};

/** Wall times by one set of zone data: this machine's below, or PostgreSQL's on the server. */
export function wallClock(offsetAt: OffsetAt) {
  /** What a zone's clocks show at a moment: `2026-11-20T18:00:00`. */
  const wallTimeOf = (moment: Date | number, zone: string): string =>
    new Date(Number(moment) + offsetAt(zone, Number(moment))).toISOString().slice(0, 19);

  const wallAt = (moment: Date | number, zone: string): { day: string; time: string } => {
    const wall = wallTimeOf(moment, zone);
    return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
  };

  const dayAt = (moment: Date | number, zone: string): string => wallTimeOf(moment, zone).slice(0, 10);

  /** The moments at which the clocks show this time: one; two when they go back; none when they skip it. */
  const momentsOf = (wall: string, zone: string): Date[] => {
    const shown = asUtc(wall);
    const near = [offsetAt(zone, shown - DAY), offsetAt(zone, shown + DAY)];
    return [...new Set(near)]
      .map((offset) => shown - offset)
      .filter((moment) => moment + offsetAt(zone, moment) === shown)
      .sort((one, other) => one - other)
      .map((moment) => new Date(moment));
  };

  /** The first of them. For a skipped time null, or with `later` the moment as far after the gap as it is inside. */
  const momentOf = ((wall: string, zone: string, inGap?: 'later') => {
    const [first = null] = momentsOf(wall, zone);
    if (first || !inGap) return first;
    const shown = asUtc(wall);
    return new Date(shown - offsetAt(zone, shown - DAY));
  }) as MomentOf;

  /** The moment a day begins; where the clocks skip midnight, the first one there is. */
  const startOfDay = (day: string, zone: string): Date => momentOf(`${day}T00:00`, zone, 'later');

  return { wallTimeOf, wallAt, dayAt, momentsOf, momentOf, startOfDay };
}

export const { wallTimeOf, wallAt, dayAt, momentsOf, momentOf, startOfDay } = wallClock(offsetAt);

/** What clocks show at a moment, with their distance from UTC, as the API writes it: `2026-11-20T18:00:00+11:00`. */
export const withOffset = (wall: string, moment: Date | number): string => {
  const minutes = Math.round((Date.parse(`${wall}Z`) - Number(moment)) / MINUTE);
  return `${wall}${minutes < 0 ? '-' : '+'}${timeOf(Math.abs(minutes))}`;
};

/** A wall time as if it were UTC. Throws a RangeError for a day that doesn't exist, such as 31 April. */
function asUtc(wall: string): number {
  const day = wall.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const seconds = Number(wall.slice(17, 19));
  const shown = midnight + minutesOf(wall.slice(11)) * MINUTE + seconds * SECOND;
  if (Number.isNaN(shown) || !new Date(midnight).toISOString().startsWith(day))
    throw new RangeError(`${wall} is no time`);
  return shown;
}

/** Minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The minute at which hours end, after 1440 if they close on the next day: when closing isn't later than opening. */
export const closingMinute = ({ opens, closes }: { opens: string; closes: string }): number =>
  minutesOf(closes) + (closes <= opens ? 24 * 60 : 0);

/** The time of day this many minutes after midnight. */
export const timeOf = (minutes: number): string => {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${two(minutes / 60)}:${two(minutes % 60)}`;
};

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
