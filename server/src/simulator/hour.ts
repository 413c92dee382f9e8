import type { History } from './history.ts';
import { createRandom, type Random } from './random.ts';

const screens = ['home', 'sessions', 'session', 'conversations', 'notifications'] as const;

/** What a member does in the app: takes a spot, opens a session, or writes to a session's chat or to a friend. */
type Deed = { does: 'join' | 'host'; session: number } | { does: 'message'; session: number | null; to: number | null };

/** At a second of the hour. From `open` to `close` the app holds a live stream. */
type Act = { second: number; member: number } & (
  | { does: 'open' | 'close' }
  | { does: 'read'; screen: (typeof screens)[number] }
  | Deed
);
type Timed = { member: number; at: number; deed: Deed };

/** Members who have a session within half a day look at the app without doing anything, so many of them in an hour. */
const LOOKING = 0.2;
const HALF_A_DAY = 12;
const SECONDS = 3600;
/** At first the gym fills: bookings that would have been made before its history began are made at once. */
const FIRST_WEEK = 168;

/** Everything members do themselves. The spots that come with a repeating session are made by the server. */
function deedsOf({ spots, messages, sessions }: History): Timed[] {
  const own = spots.filter(({ withSeries }) => !withSeries);
  return [
    ...own.map(({ member, session, joinedAt: at }): Timed => {
      const does = sessions[session]!.host === member ? 'host' : 'join';
      return { member, at, deed: { does, session } };
    }),
    ...messages.map(
      ({ from: member, to, session, at }): Timed => ({ member, at, deed: { does: 'message', to, session } }),
    ),
  ];
}

/**
 * An hour of a history as calls to make: what members did in it, each after opening the app and reading on
 * the way, and the members who only look. The same history and hour give the same script.
 */
export function hourScript(history: History, hour: number): Act[] {
  const random = createRandom(history.options.seed * 8191 + hour);
  const done = deedsOf(history)
    .filter(({ at }) => at >= hour && at < hour + 1)
    // A history says in which hour a session was opened, and no more.
    .map((timed) => (timed.deed.does === 'host' ? { ...timed, at: hour + random.next() } : timed));
  const deeds = Map.groupBy(done, ({ member }) => member);
  const near = ({ at }: { at: number }) => Math.abs(at - hour) < HALF_A_DAY;
  const soon = history.spots.filter(({ session }) => near(history.sessions[session]!)).map(({ member }) => member);
  const looking = [...new Set(soon)].filter((member) => !deeds.has(member) && random.chance(LOOKING));
  return [
    ...[...deeds].flatMap(([member, own]) => visitOf(member, own, hour, random)),
    ...looking.flatMap((member) => visitOf(member, [], hour, random)),
  ].sort((one, other) => one.second - other.second);
}

/** Opens the app, reads, does what is to be done, and puts the phone away some minutes later. */
function visitOf(member: number, deeds: readonly Timed[], hour: number, random: Random): Act[] {
  const moments = deeds.map(({ at }) => Math.floor((at - hour) * SECONDS));
  const first = Math.min(...moments, ...(deeds.length === 0 ? [random.int(0, SECONDS - 1)] : []));
  const opened = Math.max(0, first - random.int(5, 60));
  const closed = Math.min(SECONDS, Math.max(first, ...moments) + random.int(20, 300));
  const reads = Array.from({ length: random.int(1, 4) }, (): Act => {
    return { does: 'read', member, second: random.int(opened, first), screen: random.pick(screens) };
  });
  return [
    { does: 'open', member, second: opened },
    ...reads.toSorted((one, other) => one.second - other.second),
    ...deeds.map(({ deed }, index): Act => ({ ...deed, member, second: moments[index]! })),
    { does: 'close', member, second: closed },
  ];
}

/** The hour after the first week in which members do most, to measure how much an installation carries. */
export function busiestHour(history: History): number {
  const hours = Map.groupBy(deedsOf(history), ({ at }) => Math.floor(at));
  let busiest = FIRST_WEEK;
  for (const [hour, { length }] of hours)
    if (hour >= FIRST_WEEK && hour + 1 < history.end && length > (hours.get(busiest)?.length ?? 0)) busiest = hour;
  return busiest;
}
