import { addDays } from '@spotter/contract/wall-clock.ts';
import { zoneName } from '#platform/wall-time.ts';
import type { SessionItem } from '../session.ts';
import { fullInWords, spotsInWords } from '../session.words.ts';
import { hasEnded, timeAt } from '../times/session-time.ts';
import { weekdayLong } from './days.ts';
import type { Block } from './grid/layout.ts';
import { clockChangeOn, timeText, wallFrom } from './wall.ts';

const DAY_MINUTES = 1440;

/** The part of a session on one day; nearly always all of it. */
export type Entry = Block & {
  session: SessionItem;
  day: string;
  /** Continues from the previous day, or into the next. */
  goesOn: boolean;
  /** If the clock shows this time twice that day: which of the two. */
  zone: string | null;
};

/** The calendar uses the gym's time, even for a reader who asked for their own zone. */
const atGym = (session: SessionItem, zone: string): SessionItem =>
  session.start_time.timezone === zone
    ? session
    : {
        ...session,
        start_time: timeAt(session.start_time.utc, { ...session.start_time, timezone: zone }),
        end_time: timeAt(session.end_time.utc, { ...session.end_time, timezone: zone }),
      };

const known = new WeakMap<SessionItem, { zone: string; entries: Entry[] }>();

/** Cached per session, so that only changed entries are rendered again. */
export function entriesOf(session: SessionItem, zone: string): Entry[] {
  const before = known.get(session);
  if (before?.zone === zone) return before.entries;
  const entries = makeEntries(atGym(session, zone), zone);
  known.set(session, { zone, entries });
  return entries;
}

function makeEntries(session: SessionItem, zone: string): Entry[] {
  const starts = wallFrom(session.start_time.local);
  const ends = wallFrom(session.end_time.local);
  const change = clockChangeOn(starts.day, zone);
  const isTwice = change?.kind === 'back' && change.from <= starts.minute && starts.minute < change.to;
  const common = {
    session,
    first: session.is_participant,
    zone: isTwice ? zoneName(Date.parse(session.start_time.utc), zone) : null,
  };
  if (starts.day === ends.day) {
    // When clocks go back during a session, its end may be before its start on the clock; it is drawn at its real
    // length.
    const end = ends.minute > starts.minute ? ends.minute : starts.minute + session.duration_minutes;
    return [{ ...common, day: starts.day, start: starts.minute, end, goesOn: false }];
  }
  const entries: Entry[] = [{ ...common, day: starts.day, start: starts.minute, end: DAY_MINUTES, goesOn: true }];
  if (ends.minute === 0) return [{ ...common, day: starts.day, start: starts.minute, end: DAY_MINUTES, goesOn: false }];
  for (let day = addDays(starts.day, 1); day <= ends.day; day = addDays(day, 1))
    entries.push({ ...common, day, start: 0, end: day === ends.day ? ends.minute : DAY_MINUTES, goesOn: true });
  return entries;
}

export type EntriesByDay = ReadonlyMap<string, readonly Entry[]>;

/** Sessions by day, in order. Cancelled ones are left out. */
export function entriesByDay(sessions: readonly SessionItem[], zone: string): EntriesByDay {
  const active = sessions.filter(({ status }) => status === 'active');
  const entries = active.flatMap((session) => entriesOf(session, zone));
  const days = new Map<string, Entry[]>();
  for (const entry of entries.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const day = days.get(entry.day);
    if (day) day.push(entry);
    else days.set(entry.day, [entry]);
  }
  return days;
}

export const timesOf = ({ start, end, zone }: Entry): string =>
  `${timeText(start)} to ${timeText(end)}${zone ? ` ${zone}` : ''}`;

/** An entry's accessible name: 'Leg day, Tuesday 18:00 to 19:00, 3 spots left'. */
export const entryName = (entry: Entry): string =>
  `${entry.session.title}, ${weekdayLong(entry.day)} ${timesOf(entry)}, ${spotsInWords(entry.session)}`;

/** The reader's status in a word or two, which is all a chip has room for. */
export function spotStatus({ session }: Entry, now: number): string {
  const { available_spots, is_participant, start_time } = session;
  if (hasEnded(session, now)) return is_participant ? 'You were in' : 'Over';
  if (is_participant) return "You're in";
  if (Date.parse(start_time.utc) <= now) return 'On now';
  if (available_spots === 0) return fullInWords(session);
  return available_spots === 1 ? '1 spot left' : `${available_spots} spots left`;
}

export const isOver = ({ session }: Entry, now: number) => hasEnded(session, now);
