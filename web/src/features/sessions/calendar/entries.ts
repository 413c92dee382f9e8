import { addDays } from '@spotter/contract/wall-clock.ts';
import { spotsInWords } from '../cards/session-parts.tsx';
import type { SessionItem } from '../session.ts';
import { hasEnded, timeAt } from '../times/session-time.ts';
import { weekdayLong } from './days.ts';
import type { Block } from './grid/layout.ts';
import { clockChangeOn, timeText, wallFrom, zoneName } from './wall.ts';

const DAY_MINUTES = 1440;

/** The part of a session that lies on one day; nearly always the whole of it. */
export type Entry = Block & {
  session: SessionItem;
  day: string;
  /** It goes on from the day before, or into the day after. */
  goesOn: boolean;
  /** Where the clock shows this time twice on the day: which of the two is meant. */
  zone: string | null;
};

/** The calendar is the gym's own, also for a reader who asked for times in their zone. */
const atGym = (session: SessionItem, zone: string): SessionItem =>
  session.start_time.timezone === zone
    ? session
    : {
        ...session,
        start_time: timeAt(session.start_time.utc, { ...session.start_time, timezone: zone }),
        end_time: timeAt(session.end_time.utc, { ...session.end_time, timezone: zone }),
      };

const known = new WeakMap<SessionItem, { zone: string; entries: Entry[] }>();

/** The same for as long as the session is, so that only what has changed is drawn anew. */
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
    // Where clocks go back during a session, it may end before it began: it is drawn as long as it takes.
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

/** What is on, by day and in order. What is cancelled is gone. */
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

/** The name a screen reader gives an entry: 'Leg day, Tuesday 18:00 to 19:00, 3 spots left'. */
export const entryName = (entry: Entry): string =>
  `${entry.session.title}, ${weekdayLong(entry.day)} ${timesOf(entry)}, ${spotsInWords(entry.session)}`;

/** The reader's status in a word or two: a chip has no room for more. */
export function spotStatus({ session }: Entry, now: number): string {
  const { available_spots, is_participant, start_time } = session;
  if (hasEnded(session, now)) return is_participant ? 'You were in' : 'Over';
  if (is_participant) return "You're in";
  if (Date.parse(start_time.utc) <= now) return 'On now';
  if (available_spots === 0) return 'Full';
  return available_spots === 1 ? '1 spot left' : `${available_spots} spots left`;
}

export const isOver = ({ session }: Entry, now: number) => hasEnded(session, now);
