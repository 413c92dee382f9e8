import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import { mostImportErrors } from '@spotter/contract/users/import-fields.ts';
import type { checkImport as checkEndpoint, runImport as runEndpoint } from '@spotter/contract/users/imports.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { dryRun } from '#platform/db/dry-run.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, laterToday } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { guessMapping, mappingFault, sourceOf, usualOrder } from './columns.format.ts';
import { linesOf, readCsv } from './csv-file.format.ts';
import {
  type Import,
  insertImport,
  isOutOfReach,
  lockImport,
  noteMade,
  noteUndone,
  readFirstAdmin,
  readGymsToImportInto,
  readImports,
  removeMembers,
  removeSessions,
} from './imports.repo.ts';
import { importMembers, type Outcome } from './members.service.ts';
import { importSessions } from './sessions.service.ts';
import { orderIn, type Table } from './table.format.ts';

type Form = ParsedInput<typeof checkEndpoint>['body'];
type Check = Returns<typeof checkEndpoint>;

const SAMPLES = 3;

/**
 * A check tells who has an account, an import mails strangers, and reading takes its time, so all of it counts: before the
 * file is read, and also when the import is rolled back.
 */
async function takeRows(ctx: MemberCtx, { kind }: Form, lines: number): Promise<void> {
  const { organizationId } = ctx.caller;
  const name = kind === 'members' ? 'import_rows' : 'import_session_rows';
  const secondsLeft = await ctx.tx((tx) => ctx.limits.takeDaily(tx, name, organizationId, lines));
  if (secondsLeft !== null)
    throw laterToday('This file is more than your organization can import today. You can import more', secondsLeft);
}

/** The file with its columns named, as given or as guessed. */
async function openTable(ctx: MemberCtx, form: Form) {
  if (form.gym_id) refuseUnmanagedGyms(ctx.caller, [form.gym_id], 'gym_id');
  const bytes = await form.file.bytes();
  await takeRows(ctx, form, linesOf(bytes));
  const file = await readCsv(ctx, bytes);
  const source = form.source ?? sourceOf(file.header);
  const mapping = file.header.map((_, column) => (form.mapping ? (form.mapping[column] ?? null) : null));
  const chosen = form.mapping ? mapping : guessMapping(form.kind, file.header);
  const known = { ...file, mapping: chosen };
  const gyms = await readGymsToImportInto(ctx.db, ctx.caller.organizationId, ctx.caller.managedGymIds);
  const table: Table = {
    ...known,
    gyms,
    defaultGymId: form.gym_id ?? (gyms.length === 1 ? gyms[0]!.id : null),
    dateOrder: form.date_order ?? orderIn(known) ?? usualOrder(source),
  };
  return { table, source };
}

/** The member who hosts what names no host. A super admin is no member, so it is the longest-standing admin. */
const hostOf = async (tx: Db, { caller }: MemberCtx): Promise<string> =>
  caller.emulatedBy ? readFirstAdmin(tx, caller.organizationId) : caller.userId;

/** Null if this import exists already; one that is still on its way is waited for. */
async function insertAll(
  tx: Db,
  ctx: MemberCtx,
  { form, table, importId, isTry = false }: { form: Form; table: Table; importId: string; isTry?: boolean },
): Promise<Outcome | null> {
  const { organizationId, userId } = ctx.caller;
  const inserted = await insertImport(tx, {
    organization_id: organizationId,
    id: importId,
    kind: form.kind,
    file_name: form.file.name.replaceAll('\0', '').slice(0, 200),
    created_by: userId,
  });
  if (!inserted) return null;
  const target = { ...adminScope(ctx.caller), importId, now: ctx.now, sendSetup: form.send_setup ?? true, isTry };
  return form.kind === 'members'
    ? importMembers(tx, table, target)
    : importSessions(tx, table, { ...target, callerId: userId, hostId: await hostOf(tx, ctx) });
}

/** The import itself, undone at the end: what it says is what would happen. A new id is nobody else's. */
const tryAll = (ctx: MemberCtx, form: Form, table: Table): Promise<Outcome> =>
  dryRun(ctx, async (tx) => (await insertAll(tx, ctx, { form, table, importId: newId(), isTry: true }))!);

/** A column's first cells that say something new. */
function samplesOf({ rows }: Table, column: number): string[] {
  const cells = rows.slice(0, 100).map(({ cells }) => (cells[column] ?? '').slice(0, 60));
  return [...new Set(cells.filter(Boolean))].slice(0, SAMPLES);
}

export async function checkImport(ctx: MemberCtx, form: Form): Promise<Check> {
  const { table, source } = await openTable(ctx, form);
  const fault = mappingFault(form.kind, table.mapping);
  const outcome: Outcome = fault
    ? { made: 0, alreadyHere: 0, errors: [{ row: 1, column: null, message: fault }], notes: [] }
    : await tryAll(ctx, form, table);
  return {
    kind: form.kind,
    source,
    date_order: table.dateOrder,
    columns: table.header.map((name, column) => ({
      name: name.slice(0, 120),
      samples: samplesOf(table, column),
    })),
    mapping: [...table.mapping],
    rows: table.rows.length,
    ready: outcome.made,
    already_here: outcome.alreadyHere,
    error_count: outcome.errors.length,
    errors: outcome.errors.slice(0, mostImportErrors),
    notes: outcome.notes,
  };
}

const inWords = ({ row, column, message }: Outcome['errors'][number]) =>
  `Row ${row}${column ? `, ${column}` : ''}: ${message}`;

/** All rows or none. A repeat with the id of an import gets that import, whether or not its own answer was lost. */
export async function runImport(
  ctx: MemberCtx,
  { id = newId(), ...form }: ParsedInput<typeof runEndpoint>['body'],
): Promise<Import> {
  const { organizationId } = ctx.caller;
  const [before] = await visibleImports(ctx.read, ctx, id);
  if (before) return before;
  const { table } = await openTable(ctx, form);
  const fault = mappingFault(form.kind, table.mapping);
  if (fault) throw fail('validation_failed', fieldError('mapping', fault));
  return ctx.tx(async (tx) => {
    const outcome = await insertAll(tx, ctx, { form, table, importId: id });
    if (outcome) {
      const { made, errors } = outcome;
      if (errors.length > 0)
        throw fail('import_has_errors', { details: { file: errors.slice(0, mostImportErrors).map(inWords) } });
      await noteMade(tx, { organizationId, id }, made);
      await audit(tx, ctx, {
        action: form.kind === 'members' ? 'users.imported' : 'sessions.imported',
        targetType: 'import',
        targetId: id,
        data: { made },
      });
    }
    const [stored] = await visibleImports(readsOf(tx), ctx, id);
    // Another admin's import is out of a gym admin's sight.
    if (!stored) throw fail('import_not_found');
    return stored;
  });
}

/** Organization admins see every import, gym admins their own. */
function visibleImports(read: Read, { caller }: MemberCtx, id: string | null = null): Promise<Import[]> {
  const { organizationId, gymIds } = adminScope(caller);
  return readImports(read, { organizationId, createdBy: gymIds && caller.userId, id });
}

export const listImports = async (ctx: MemberCtx) => ({ results: await visibleImports(ctx.read, ctx) });

/** Removes what nobody has used since, or a part of it; the rest stays as if it had been created by hand. */
export async function undoImport(ctx: MemberCtx, id: string) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const progress = await lockImport(tx, { organizationId, id });
    const [found] = await visibleImports(readsOf(tx), ctx, id);
    if (!found || !progress) throw fail('import_not_found');
    if (found.undone_at) throw fail('import_undone');
    if (Date.parse(found.undo_until) < ctx.now.getTime()) throw fail('import_too_old');
    await refuseOutOfReach(tx, ctx, id);
    const part = { organizationId, importId: id, after: progress.undoneAfter };
    const { gone, left, last } = await (found.kind === 'members' ? removeMembers : removeSessions)(tx, part);
    const removed = progress.removed + gone;
    await noteUndone(tx, { organizationId, id }, { removed, last, left });
    if (left === 0)
      await audit(tx, ctx, {
        action: 'import.undone',
        targetType: 'import',
        targetId: id,
        data: { removed, kind: found.kind },
      });
    return { removed, kept: found.made - removed - left, left };
  });
}

/** Throws if the import made what the caller no longer manages. */
async function refuseOutOfReach(tx: Db, { caller }: MemberCtx, id: string): Promise<void> {
  const scope = adminScope(caller);
  if (scope.gymIds && (await isOutOfReach(tx, scope, id))) throw fail('import_out_of_reach');
}
