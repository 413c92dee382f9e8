import { line, paragraph } from '@spotter/contract/api/primitives.ts';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { type Attendee, attendeesOf, isLeftOut, readingsOfHost, readingsOfName } from './bookings.format.ts';
import { orderOf, readDay, readOffset, readTime } from './dates.format.ts';
import type { Outcome, Target } from './members.service.ts';
import {
  type Caller,
  insertImportedSpots,
  insertSessions,
  type PlannedSession,
  readPeople,
  readSkippedTimes,
} from './sessions.repo.ts';
import { eachRow, partsOf, type Row, type RowError, readFlag, type Table } from './table.format.ts';

/** The host as the file names them. */
type NewSession = PlannedSession & { row: number; attendees: Attendee[] };
type Planned = PlannedSession & { people: [userId: string, attended: boolean | null][] };

const Title = line({ max: sessionLimits.title, required: 'A session needs a name' });
const Description = paragraph({ max: sessionLimits.description });

const minutesBetween = (from: string, to: string) => {
  const of = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  // A session may end after midnight.
  return (of(to) - of(from) + 1440) % 1440;
};

function lengthOf(row: Row, start: string): number | null {
  const [end, minutes] = [row.cell('end_time'), row.cell('minutes')];
  const until = readTime(end);
  if (end !== '' && !until) return row.fail('end_time', `${end.slice(0, 40)} is not a time`);
  const length = until
    ? minutesBetween(start, until)
    : minutes === ''
      ? sessionLimits.minutes.usual
      : Number.parseInt(minutes, 10);
  const { least, most } = sessionLimits.minutes;
  if (length >= least && length <= most) return length;
  return row.fail(until ? 'end_time' : 'minutes', 'A session is 10 minutes to 8 hours long');
}

function spotsOf(row: Row): number | null {
  const cell = row.cell('spots');
  if (cell === '') return sessionLimits.spots.usual;
  const spots = Number(cell);
  const { least, most } = sessionLimits.spots;
  return Number.isInteger(spots) && spots >= least && spots <= most
    ? spots
    : row.fail('spots', `Must be ${least} to ${most}`);
}

function sessionOf(row: Row, { dateOrder }: Table): NewSession | null {
  const title = row.read('title', Title);
  const day = readDay(row.cell('date'), dateOrder) ?? row.fail('date', 'This is not a date');
  const timeField = row.cell('start_time') === '' ? 'date' : 'start_time';
  const time = readTime(row.cell(timeField)) ?? row.fail(timeField, 'There is no start time');
  const gym = row.gym() ?? (row.cell('location') === '' ? row.fail('location', 'Choose a location') : null);
  const minutes = time && lengthOf(row, time);
  const spots = spotsOf(row);
  const attendees = attendeesOf(row);
  const description = row.read('description', Description) ?? '';
  if (!title || !day || !time || !gym || !minutes || !spots || !attendees) return null;
  const base = { row: row.number, id: newId(), gym_id: gym.id, title, description, minutes, spots, attendees };
  return { ...base, starts: `${day}T${time}${readOffset(row.cell(timeField))}`, host: row.cell('host') };
}

/** The people whom the rows name by email or by name: the caller, and whom the caller manages. */
async function findPeople(tx: Db, caller: Caller, sessions: readonly NewSession[]) {
  const words = new Set(
    sessions.flatMap(({ host, attendees }) => [
      ...readingsOfHost(host),
      ...attendees.flatMap(({ person }) => readingsOfName(person)),
    ]),
  );
  const rows = await readPeople(tx, caller, [...words]);
  const found = Map.groupBy(rows, ({ word }) => word);
  return (readings: readonly string[]) =>
    readings.map((word) => found.get(word) ?? []).find((all) => all.length > 0) ?? [];
}

/** Rows about the same session, one for each member who booked it, are one session. */
function grouped(rows: readonly NewSession[]): NewSession[] {
  const groups = Map.groupBy(rows, ({ gym_id, starts, title }) => `${gym_id} ${starts} ${title.toLowerCase()}`);
  return [...groups.values()].map((same) => {
    const attendees = new Map(same.flatMap((one) => one.attendees).map((attendee) => [attendee.person, attendee]));
    return { ...same[0]!, attendees: [...attendees.values()] };
  });
}

/** Creates the sessions whose rows have no errors; the caller rolls back if some have. */
export async function importSessions(
  tx: Db,
  table: Table,
  target: Target & Caller & { hostId: string },
): Promise<Outcome> {
  const { organizationId, hostId } = target;
  const errors: RowError[] = [];
  const read: NewSession[] = [];
  const leftOut = { cancelled: 0, bookings: 0 };
  await eachRow(table, errors, (row) => {
    if (readFlag(row.cell('cancelled'))) {
      leftOut.cancelled += 1;
      return;
    }
    if (isLeftOut(row)) leftOut.bookings += 1;
    const session = sessionOf(row, table);
    if (session) read.push(session);
  });
  const sessions = grouped(read);
  const personOf = await findPeople(tx, target, sessions);
  const skipped = await readSkippedTimes(tx, organizationId, sessions);
  const columnOf = (field: string) => table.header[table.mapping.indexOf(field)] ?? null;
  const note = (row: number, field: string, message: string) => errors.push({ row, column: columnOf(field), message });
  let unknownHosts = 0;
  const planned = sessions.map((session) => {
    if (skipped.has(session.id)) note(session.row, 'date', "The clocks change that day, so that time doesn't exist");
    const hosts = personOf(readingsOfHost(session.host));
    const named = hosts.length === 1 ? hosts[0]!.id : undefined;
    if (session.host !== '' && !named) unknownHosts += 1;
    const host = named ?? hostId;
    const people = new Map<string, boolean | null>([[host, null]]);
    for (const { person, row, attended } of session.attendees) {
      const [found, another] = personOf(readingsOfName(person));
      if (!found) note(row, 'attendee', `${person} is not a member yet. Import members first`);
      else if (another) note(row, 'attendee', `Several members are called ${person}. Write their email instead`);
      else if (!found.gym_ids.includes(session.gym_id))
        note(row, 'attendee', `${person} can't use this location. Give them access first`);
      else people.set(found.id, attended);
    }
    return { ...session, host, people: [...people], spots: Math.max(session.spots, people.size) };
  });
  const tooMany = planned.filter(({ people }) => people.length > sessionLimits.spots.most);
  for (const { row } of tooMany) note(row, 'attendee', 'A session has at most 500 spots');
  const found = {
    errors: errors.toSorted((one, other) => one.row - other.row),
    notes: notesOf({ ...leftOut, unknownHosts }),
  };
  const wrong = new Set(errors.map(({ row }) => row));
  const ready = planned.filter(
    ({ row, attendees }) => !wrong.has(row) && !attendees.some((attendee) => wrong.has(attendee.row)),
  );
  let made = 0;
  for (const part of partsOf(ready)) made += await createSessions(tx, target, part);
  return { ...found, made, alreadyHere: ready.length - made };
}

/** Leaves out sessions that are here already; says how many it made. */
async function createSessions(tx: Db, { organizationId, importId, isTry }: Target, planned: readonly Planned[]) {
  const made = await insertSessions(tx, { organizationId, importId }, planned);
  if (isTry) return made.length;
  const created = new Set(made);
  const spots = planned
    .filter(({ id }) => created.has(id))
    .flatMap(({ id, people }) => people.map(([user_id, attended]) => ({ session_id: id, user_id, attended })));
  for (const part of partsOf(spots)) await insertImportedSpots(tx, organizationId, part);
  return made.length;
}

function notesOf({ unknownHosts, cancelled, bookings }: Record<'unknownHosts' | 'cancelled' | 'bookings', number>) {
  const note = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`];
  return [
    ...note(
      unknownHosts,
      'session names a host who is not a member; you become its host',
      'sessions name a host who is not a member; you become their host',
    ),
    ...note(
      cancelled,
      'row is about a cancelled session and is left out',
      'rows are about cancelled sessions and are left out',
    ),
    ...note(
      bookings,
      'booking was cancelled or on a waitlist and is left out',
      'bookings were cancelled or on a waitlist and are left out',
    ),
  ];
}

export const orderIn = (table: Pick<Table, 'rows' | 'mapping'>): ReturnType<typeof orderOf> => {
  const columns = ['date', 'joined_on'].map((field) => table.mapping.indexOf(field)).filter((column) => column >= 0);
  return orderOf(table.rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? '')));
};
