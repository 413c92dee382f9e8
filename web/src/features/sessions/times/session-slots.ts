import { type Hours, type OpenSpan, openingOn, openMoments } from '@spotter/contract/gyms/open-times.ts';
import { addDays, minutesOf, momentOf, timeOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { clockOf, weekdayInWords } from '#platform/wall-time.ts';
import { fullDay } from './session-time.ts';

/** A gym with its hours; null while unknown, when only the server decides. */
export type GymHours = { zone: string; hours: Hours | null };

type Start = { day: string; time: string; minutes: number };

/** Why a start isn't possible, in words, or null. */
export function whyNot({ day, time, minutes }: Start, place: GymHours, now: number): string | null {
  const { zone, hours } = place;
  const starts = momentOf(`${day}T${time}`, zone)?.getTime();
  if (starts === undefined) return 'The clocks skip this time';
  if (starts <= now) return 'This time has passed';
  if (!hours) return null;
  const { spans, reason } = openingOn(day, hours);
  const why = reason ? ` (${reason})` : '';
  if (spans.length === 0) return `Closed all day${why}`;
  const open = openMoments(day, zone, hours);
  const within = open.find((span) => span.opens <= starts && starts < span.closes);
  if (within) {
    if (starts + minutes * 60_000 <= within.closes) return null;
    const closes = wallAt(within.closes, zone).time;
    return `Closes at ${clockOf(closes === '00:00' ? '24:00' : closes)}${why}`;
  }
  const next = open.find((span) => span.opens > starts);
  if (next && wallAt(next.opens, zone).day === day) return `Opens at ${clockOf(wallAt(next.opens, zone).time)}${why}`;
  return `Closed from ${clockOf(spans.at(-1)?.closes ?? '24:00')}${why}`;
}

export type Slot = { time: string; why: string | null };

const STEP = 30;
const USUAL_DAY: OpenSpan = { opens: '05:00', closes: '22:00' };

/** The start times of a day from opening to closing, each with a reason if it isn't possible. Empty on a closed day. */
export function slotsOn(day: string, minutes: number, place: GymHours, now: number): Slot[] {
  const spans = place.hours ? openingOn(day, place.hours).spans : [USUAL_DAY];
  const [first] = spans;
  if (!first) return [];
  const slots: Slot[] = [];
  const last = Math.max(...spans.map(({ closes }) => minutesOf(closes)));
  for (let start = Math.ceil(minutesOf(first.opens) / STEP) * STEP; start < last; start += STEP) {
    const time = timeOf(start);
    slots.push({ time, why: whyNot({ day, time, minutes }, place, now) });
  }
  return slots;
}

/** Why a day has no slots. */
export function closedDay(day: string, { hours }: GymHours): string | null {
  if (!hours) return null;
  const { spans, reason } = openingOn(day, hours);
  if (spans.length > 0) return null;
  if (reason) return `Closed on ${fullDay(day)}: ${reason}`;
  return `Closed on ${weekdayInWords(weekdayOf(day))}s`;
}

/** 'Open 5:00 am to 10:00 pm', with the reason on a day that differs. */
export function openInWords(day: string, { hours }: GymHours): string | null {
  if (!hours) return null;
  const { spans, reason } = openingOn(day, hours);
  if (spans.length === 0) return null;
  const words = spans.map(({ opens, closes }) =>
    opens === '00:00' && closes === '24:00' ? '24 hours' : `${clockOf(opens)} to ${clockOf(closes)}`,
  );
  return `Open ${words.join(' and ')}${reason ? ` (${reason})` : ''}`;
}

export type Busy = { starts: number; ends: number };
export type Wish = {
  minutes: number;
  /** The preferred time of day, else any. */
  time?: string;
  /** The preferred weekday (0 is Monday), else any. */
  weekday?: number;
};

const LEAD_MS = 30 * 60_000;
const DAYS_AHEAD = 14;

/** The next open start that leaves half an hour to get there and doesn't overlap the reader's own sessions. */
export function nextStart(
  wish: Wish,
  place: GymHours,
  now: number,
  busy: readonly Busy[],
): { day: string; time: string } | null {
  const today = wallAt(now, place.zone).day;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(today, ahead);
    if (wish.weekday !== undefined && weekdayOf(day) !== wish.weekday) continue;
    const times = wish.time ? [wish.time] : slotsOn(day, wish.minutes, place, now).map(({ time }) => time);
    const time = times.find((candidate) => {
      const starts = momentOf(`${day}T${candidate}`, place.zone)?.getTime();
      if (starts === undefined || starts < now + LEAD_MS) return false;
      const ends = starts + wish.minutes * 60_000;
      if (busy.some((other) => other.starts < ends && starts < other.ends)) return false;
      return whyNot({ day, time: candidate, minutes: wish.minutes }, place, now) === null;
    });
    if (time) return { day, time };
  }
  return null;
}
