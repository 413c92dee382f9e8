import type { Db } from '#platform/db/connect.ts';
import { isLeftOut } from './bookings.format.ts';
import type { Outcome, Target } from './members.service.ts';
import { type NewSession, sessionOf } from './session-rows.format.ts';
import { grouped, type Planned, planOf, withoutRows, wordsOf } from './sessions.policy.ts';
import { type Caller, insertImportedSpots, insertSessions, readPeople, readSkippedTimes } from './sessions.repo.ts';
import { notesOf } from './sessions.words.ts';
import { columnOf, eachRow, partsOf, type RowError, readFlag, type Table } from './table.format.ts';

/** Creates the sessions whose rows have no errors; the caller rolls back if some have. */
export async function importSessions(
  tx: Db,
  table: Table,
  target: Target & Caller & { hostId: string },
): Promise<Outcome> {
  const { organizationId, hostId } = target;
  const { sessions, errors, leftOut } = await readSessions(table);
  const people = await readPeople(tx, target, wordsOf(sessions));
  const skipped = await readSkippedTimes(tx, organizationId, sessions);
  const { planned, faults, unknownHosts } = planOf(sessions, { people, skipped, hostId });
  for (const { row, field, message } of faults) errors.push({ row, column: columnOf(table, field), message });
  const ready = withoutRows(planned, new Set(errors.map(({ row }) => row)));
  let made = 0;
  for (const part of partsOf(ready)) made += await createSessions(tx, target, part);
  return {
    made,
    alreadyHere: ready.length - made,
    errors: errors.toSorted((one, other) => one.row - other.row),
    notes: notesOf({ ...leftOut, unknownHosts }),
  };
}

/** What the rows say, before anyone in them is looked up. */
async function readSessions(table: Table) {
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
  return { sessions: grouped(read), errors, leftOut };
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
