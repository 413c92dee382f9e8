import { Email, FirstName, name, phone } from '@spotter/contract/api/primitives.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { avatarColorOf } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { AdminScope } from '#platform/logins/admin-scope.ts';
import { inviteToSetUp } from '../bulk/setup-invitations.jobs.ts';
import { readDay } from './dates.format.ts';
import { insertMembers, type NewMember, readKnownEmails } from './members.repo.ts';
import { columnOf, eachRow, partsOf, type Row, type RowError, readFlag, type Table } from './table.format.ts';

const LastNamePart = name({ max: 80 });
const Phone = phone();

function namesOf(row: Row): { first: string | null; last: string | null } {
  if (row.cell('first_name') !== '' || row.cell('full_name') === '')
    return { first: row.read('first_name', FirstName), last: row.read('last_name', LastNamePart) };
  const full = row.cell('full_name');
  // `Costa, Ana` and `Ana Costa`.
  const [last = '', first = ''] = full.includes(',')
    ? full.split(/,\s*/)
    : [full.replace(/^\S+\s*/, ''), full.split(/\s+/)[0]];
  return { first: row.judge('full_name', first, FirstName), last: row.judge('full_name', last, LastNamePart) };
}

function joinedOn(row: Row, { dateOrder }: Table, now: Date, zone: string): string | null {
  const cell = row.cell('joined_on');
  if (cell === '') return null;
  const day = readDay(cell, dateOrder);
  if (!day) return row.fail('joined_on', `${cell.slice(0, 40)} is not a date`);
  return day > dayAt(now, zone) ? row.fail('joined_on', 'This day is in the future') : day;
}

function memberOf(row: Row, table: Table, { now, gymIds }: Target): NewMember | null {
  const email = row.read('email', Email);
  const { first, last } = namesOf(row);
  const written = row.cell('phone').replaceAll(/[./]/g, '-');
  const number = written === '' ? null : row.judge('phone', written, Phone);
  const gym = row.gym();
  // Without a location the account would be out of a gym admin's own reach.
  if (gymIds && !gym && row.cell('location') === '') row.fail('location', 'Choose one of the locations you manage');
  const joined = joinedOn(row, table, now, gym?.timezone ?? 'UTC');
  if (!email || first === null || last === null) return null;
  const id = newId();
  return {
    row: row.number,
    id,
    email,
    first_name: first,
    last_name: last,
    phone: number,
    gym_id: gym?.id ?? null,
    joined_on: joined,
    // An unknown word doesn't lock a member out.
    is_active: readFlag(row.cell('status')) ?? true,
    avatar_color: avatarColorOf(id),
  };
}

export type Outcome = { made: number; alreadyHere: number; errors: RowError[]; notes: string[] };
export type Target = AdminScope & {
  importId: string;
  now: Date;
  sendSetup: boolean;
  /** Rolled back at the end: nothing is written that has no say in the outcome. */
  isTry: boolean;
};

/** Creates the accounts of all rows, as far as they have no errors; the caller rolls back if some have. */
export async function importMembers(tx: Db, table: Table, target: Target): Promise<Outcome> {
  const { organizationId, sendSetup, isTry } = target;
  const errors: RowError[] = [];
  const members: NewMember[] = [];
  const rowOf = new Map<string, number>();
  await eachRow(table, errors, (row) => {
    const member = memberOf(row, table, target);
    if (!member || row.hasErrors) return;
    const before = rowOf.get(member.email);
    if (before !== undefined) return void row.fail('email', `Row ${before} has the same email`);
    rowOf.set(member.email, member.row);
    members.push(member);
  });

  const known = await readKnownEmails(
    tx,
    organizationId,
    members.map(({ email }) => email),
  );
  const fresh = members.filter(({ email }) => !known.has(email));

  const made: { id: string; is_active: boolean }[] = [];
  for (const part of partsOf(fresh)) made.push(...(await insertMembers(tx, target, part)));
  const created = new Set(made.map(({ id }) => id));
  const emailColumn = columnOf(table, 'email');
  for (const { id, row } of fresh)
    if (!created.has(id))
      errors.push({ row, column: emailColumn, message: 'An account with this email already exists' });
  if (sendSetup && !isTry)
    await inviteToSetUp(
      tx,
      organizationId,
      made.filter(({ is_active }) => is_active).map(({ id }) => id),
    );
  const countOf = (is: (member: NewMember) => boolean) => fresh.filter(is).length;
  return {
    made: made.length,
    alreadyHere: known.size,
    errors: errors.toSorted((one, other) => one.row - other.row),
    notes: notesOf({
      withoutGym: countOf(({ gym_id }) => gym_id === null),
      withoutDay: countOf(({ joined_on }) => joined_on === null),
    }),
  };
}

function notesOf({ withoutGym, withoutDay }: Record<'withoutGym' | 'withoutDay', number>): string[] {
  const members = (count: number) => (count === 1 ? '1 member has' : `${count.toLocaleString('en')} members have`);
  return [
    ...(withoutGym ? [`${members(withoutGym)} no location and can't join sessions until you give them one`] : []),
    ...(withoutDay ? [`${members(withoutDay)} no joining date and will count as new today`] : []),
  ];
}
