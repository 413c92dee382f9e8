import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { readingsOfHost, readingsOfName } from './bookings.format.ts';
import type { NewSession } from './session-rows.format.ts';
import { faultWords } from './sessions.words.ts';

/** A member who has a word of the file as email or name. */
type Person = { word: string; id: string; gym_ids: readonly string[] };

type Fault = { row: number; field: string; message: string };

/** A session with its host, and everyone who was in it: the host at least. */
export type Planned = NewSession & { people: [userId: string, attended: boolean | null][] };

/** Rows about the same session, one for each member who booked it, are one session. */
export function grouped(rows: readonly NewSession[]): NewSession[] {
  const groups = Map.groupBy(rows, ({ gym_id, starts, title }) => `${gym_id} ${starts} ${title.toLowerCase()}`);
  return [...groups.values()].map((same) => {
    const attendees = new Map(same.flatMap((one) => one.attendees).map((attendee) => [attendee.person, attendee]));
    return { ...same[0]!, attendees: [...attendees.values()] };
  });
}

/** The words by which the sessions may name people. */
export const wordsOf = (sessions: readonly NewSession[]): string[] => [
  ...new Set(
    sessions.flatMap(({ host, attendees }) => [
      ...readingsOfHost(host),
      ...attendees.flatMap(({ person }) => readingsOfName(person)),
    ]),
  ),
];

type Known = {
  people: readonly Person[];
  /** The sessions whose time the clocks of their gym skip. */
  skipped: ReadonlySet<string>;
  /** Hosts the sessions that name no member as their host. */
  hostId: string;
};

/** Finds out who hosted and who came, and what is wrong with it. */
export function planOf(sessions: readonly NewSession[], { people, skipped, hostId }: Known) {
  const byWord = Map.groupBy(people, ({ word }) => word);
  /** The people with the first of these readings that names any. */
  const named = (readings: readonly string[]): readonly Person[] =>
    readings.map((word) => byWord.get(word) ?? []).find((found) => found.length > 0) ?? [];
  const faults: Fault[] = [];
  let unknownHosts = 0;
  const planned = sessions.map((session): Planned => {
    if (skipped.has(session.id)) faults.push({ row: session.row, field: 'date', message: faultWords.skippedTime });
    const hosts = named(readingsOfHost(session.host));
    if (session.host !== '' && hosts.length !== 1) unknownHosts += 1;
    const host = hosts.length === 1 ? hosts[0]!.id : hostId;
    const there = new Map<string, boolean | null>([[host, null]]);
    for (const { person, row, attended } of session.attendees) {
      const found = named(readingsOfName(person));
      const message = faultOf(person, found, session.gym_id);
      if (message) faults.push({ row, field: 'attendee', message });
      else there.set(found[0]!.id, attended);
    }
    if (there.size > sessionLimits.spots.most)
      faults.push({ row: session.row, field: 'attendee', message: faultWords.tooMany });
    return { ...session, host, people: [...there], spots: Math.max(session.spots, there.size) };
  });
  return { planned, faults, unknownHosts };
}

/** Why an attendee can't be taken over; null when they can. */
function faultOf(person: string, [found, another]: readonly Person[], gymId: string): string | null {
  if (!found) return faultWords.unknown(person);
  if (another) return faultWords.ambiguous(person);
  return found.gym_ids.includes(gymId) ? null : faultWords.noAccess(person);
}

/** The sessions without a row among the wrong ones. */
export const withoutRows = (planned: readonly Planned[], wrong: ReadonlySet<number>): Planned[] =>
  planned.filter(({ row, attendees }) => !wrong.has(row) && !attendees.some((attendee) => wrong.has(attendee.row)));
