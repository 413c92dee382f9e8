import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import {
  deleteNote,
  holdManagedAccount,
  insertNote,
  type NoteKey,
  readNote,
  type StaffNote,
  updateNote,
} from './notes.repo.ts';

async function refuseStranger(tx: Db, { caller }: MemberCtx, id: string): Promise<void> {
  if (!(await holdManagedAccount(tx, { ...adminScope(caller), id }))) throw fail('user_not_found');
}

type NoteParams = { id: string; noteId: string };

/** A note of the caller's own about this member. */
const ownNote = ({ caller }: MemberCtx, { id, noteId }: NoteParams): NoteKey => ({
  organization_id: caller.organizationId,
  id: noteId,
  user_id: id,
  author_id: caller.userId,
});

export async function createStaffNote(ctx: MemberCtx, id: string, text: string): Promise<StaffNote> {
  return ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, id);
    const noteId = newId();
    await insertNote(tx, { ...ownNote(ctx, { id, noteId }), text });
    await audit(tx, ctx, { action: 'staff_note.created', targetType: 'user', targetId: id });
    return readNote(tx, ctx.caller, noteId);
  });
}

export async function updateStaffNote(ctx: MemberCtx, params: NoteParams, text: string): Promise<StaffNote> {
  return ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, params.id);
    if (!(await updateNote(tx, ownNote(ctx, params), { text, edited_at: ctx.now }))) throw fail('note_not_found');
    await audit(tx, ctx, { action: 'staff_note.updated', targetType: 'user', targetId: params.id });
    return readNote(tx, ctx.caller, params.noteId);
  });
}

export async function deleteStaffNote(ctx: MemberCtx, params: NoteParams): Promise<undefined> {
  await ctx.tx(async (tx) => {
    await refuseStranger(tx, ctx, params.id);
    if (!(await deleteNote(tx, ownNote(ctx, params)))) throw fail('note_not_found');
    await audit(tx, ctx, { action: 'staff_note.deleted', targetType: 'user', targetId: params.id });
  });
}
