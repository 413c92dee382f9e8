import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { createStaffNote as createEndpoint } from '@spotter/contract/users/staff-notes.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { isManaged } from './accounts.read.ts';
import { noteJson } from './record.read.ts';

type StaffNote = Returns<typeof createEndpoint>;

const managedStatement = statement('managed-account', { ...scopeValues, id: 'uuid' })<object>(
  `select from users u where ${isManaged} and u.id = $id for key share`,
);

async function refuseStranger(tx: Db, { caller }: MemberCtx, id: string): Promise<void> {
  const [found] = await run(tx, managedStatement, { ...adminScope(caller), id });
  if (!found) throw fail('user_not_found');
}

const noteStatement = statement('staff-note', { organizationId: 'uuid', userId: 'uuid', noteId: 'uuid' })<{
  note: StaffNote;
}>(`select ${noteJson} as note from staff_notes n where n.organization_id = $organizationId and n.id = $noteId`);

async function readNote(tx: Db, { caller }: MemberCtx, noteId: string): Promise<StaffNote> {
  const { organizationId, userId } = caller;
  const [row] = await run(tx, noteStatement, { organizationId, userId, noteId });
  return row!.note;
}

export async function createStaffNote(ctx: MemberCtx, id: string, text: string): Promise<StaffNote> {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, id);
    const noteId = newId();
    await tx
      .insertInto('staff_notes')
      .values({ organization_id: organizationId, id: noteId, user_id: id, author_id: userId, text })
      .execute();
    await audit(tx, ctx, { action: 'staff_note.created', targetType: 'user', targetId: id });
    return readNote(tx, ctx, noteId);
  });
}

type NoteParams = { id: string; noteId: string };

/** A note of the caller's own about this member. */
const ownNote = ({ caller }: MemberCtx, { id, noteId }: NoteParams) => ({
  organization_id: caller.organizationId,
  id: noteId,
  user_id: id,
  author_id: caller.userId,
});

export async function updateStaffNote(ctx: MemberCtx, params: NoteParams, text: string): Promise<StaffNote> {
  return ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, params.id);
    const changed = await tx
      .updateTable('staff_notes')
      .set({ text, edited_at: ctx.now })
      .where(({ and }) => and(ownNote(ctx, params)))
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw fail('note_not_found');
    await audit(tx, ctx, { action: 'staff_note.updated', targetType: 'user', targetId: params.id });
    return readNote(tx, ctx, params.noteId);
  });
}

export async function deleteStaffNote(ctx: MemberCtx, params: NoteParams): Promise<undefined> {
  await ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, params.id);
    const gone = await tx
      .deleteFrom('staff_notes')
      .where(({ and }) => and(ownNote(ctx, params)))
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw fail('note_not_found');
    await audit(tx, ctx, { action: 'staff_note.deleted', targetType: 'user', targetId: params.id });
  });
}
