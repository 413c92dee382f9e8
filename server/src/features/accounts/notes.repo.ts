import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { createStaffNote as createEndpoint } from '@spotter/contract/desk/staff-notes.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { isManaged } from './accounts.read.ts';
import { noteJson } from './record.read.ts';

export type StaffNote = Returns<typeof createEndpoint>;

const managedStatement = statement('managed-account', { ...scopeValues, id: 'uuid' })<object>(
  `select from users u where ${isManaged} and u.id = $id for key share`,
);

/** Keeps the account from being deleted until the commit; says whether the caller manages it. */
export async function holdManagedAccount(tx: Db, values: AdminScope & { id: string }): Promise<boolean> {
  const [found] = await run(tx, managedStatement, values);
  return found !== undefined;
}

const noteStatement = statement('staff-note', { organizationId: 'uuid', userId: 'uuid', noteId: 'uuid' })<{
  note: StaffNote;
}>(`select ${noteJson} as note from staff_notes n where n.organization_id = $organizationId and n.id = $noteId`);

/** As `userId` reads it. */
export async function readNote(
  tx: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
  noteId: string,
): Promise<StaffNote> {
  const [row] = await run(tx, noteStatement, { organizationId, userId, noteId });
  return row!.note;
}

/** A note of its author about a member. */
export type NoteKey = { organization_id: string; id: string; user_id: string; author_id: string };

export async function insertNote(tx: Db, note: NoteKey & { text: string }): Promise<void> {
  await tx.insertInto('staff_notes').values(note).execute();
}

/** Says whether there was such a note. */
export async function updateNote(tx: Db, key: NoteKey, changes: { text: string; edited_at: Date }): Promise<boolean> {
  const changed = await tx
    .updateTable('staff_notes')
    .set(changes)
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('user_id', '=', key.user_id)
    .where('author_id', '=', key.author_id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Says whether there was such a note. */
export async function deleteNote(tx: Db, key: NoteKey): Promise<boolean> {
  const gone = await tx
    .deleteFrom('staff_notes')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('user_id', '=', key.user_id)
    .where('author_id', '=', key.author_id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
