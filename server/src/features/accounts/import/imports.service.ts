import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import { undoImportHours } from '@spotter/contract/users/import-fields.ts';
import type {
  checkImport as checkEndpoint,
  listImports as listEndpoint,
  runImport as runEndpoint,
} from '@spotter/contract/users/imports.ts';
import { sql } from 'kysely';
import { isSetUp, personJsonSql } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { type Read, readsOf, run, statement } from '#platform/db/statement.ts';
import { fail, laterToday } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { adminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { isManaged } from '../accounts.read.ts';
import { refuseForeignGyms } from '../accounts.service.ts';
import { guessMapping, mappingFault, sourceOf, usualOrder } from './columns.ts';
import { linesOf, readCsv } from './csv-file.ts';
import { importMembers, type Outcome } from './members.ts';
import { importSessions, orderIn } from './sessions.ts';
import type { Gym, Table } from './table.ts';

type Form = ParsedInput<typeof checkEndpoint>['body'];
type Check = Returns<typeof checkEndpoint>;
type Import = Returns<typeof listEndpoint>['results'][number];

const MOST_ERRORS = 200;
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
  if (form.gym_id) refuseForeignGyms(ctx, [form.gym_id], 'gym_id');
  const bytes = await form.file.bytes();
  await takeRows(ctx, form, linesOf(bytes));
  const file = await readCsv(ctx, bytes);
  const source = form.source ?? sourceOf(file.header);
  const mapping = file.header.map((_, column) => (form.mapping ? (form.mapping[column] ?? null) : null));
  const chosen = form.mapping ? mapping : guessMapping(form.kind, file.header);
  const known = { ...file, mapping: chosen };
  const { rows: gyms } = await sql<Gym>`select id, name, timezone from gyms
    where organization_id = ${ctx.caller.organizationId} and id = any(${ctx.caller.managedGymIds}::uuid[])`.execute(
    ctx.db,
  );
  const table: Table = {
    ...known,
    gyms,
    defaultGymId: form.gym_id ?? (gyms.length === 1 ? gyms[0]!.id : null),
    dateOrder: form.date_order ?? orderIn(known) ?? usualOrder(source),
  };
  return { table, source };
}

/** The member who hosts what names no host. A super admin is no member, so it is the longest-standing admin. */
async function hostOf(tx: Db, { caller }: MemberCtx): Promise<string> {
  if (!caller.emulatedBy) return caller.userId;
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', caller.organizationId)
    .where('role', '=', 'org_admin')
    .where('is_active', '=', true)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return admin.id;
}

/** Null if this import exists already; one that is still on its way is waited for. */
async function insertAll(tx: Db, ctx: MemberCtx, form: Form, table: Table, importId: string): Promise<Outcome | null> {
  const { organizationId, userId } = ctx.caller;
  const inserted = await tx
    .insertInto('imports')
    .values({
      organization_id: organizationId,
      id: importId,
      kind: form.kind,
      file_name: form.file.name.replaceAll('\0', '').slice(0, 200),
      made: 0,
      created_by: userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) return null;
  const target = { ...adminScope(ctx.caller), importId, now: ctx.now, sendSetup: form.send_setup ?? true };
  return form.kind === 'members'
    ? importMembers(tx, table, target)
    : importSessions(tx, table, { ...target, callerId: userId, hostId: await hostOf(tx, ctx) });
}

/** Carries the outcome of a try out of its transaction, which it undoes. */
class Tried extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('This was only a try.');
    this.outcome = outcome;
  }
}

/** The import itself, undone at the end: what it says is what would happen. */
async function tryAll(ctx: MemberCtx, form: Form, table: Table): Promise<Outcome> {
  try {
    return await ctx.tx(async (tx) => {
      // A new id is nobody else's.
      throw new Tried((await insertAll(tx, ctx, form, table, newId()))!);
    });
  } catch (error) {
    if (error instanceof Tried) return error.outcome;
    throw error;
  }
}

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
    errors: outcome.errors.slice(0, MOST_ERRORS),
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
  const [before] = await readImports(ctx.read, ctx, id);
  if (before) return before;
  const { table } = await openTable(ctx, form);
  const fault = mappingFault(form.kind, table.mapping);
  if (fault) throw fail('validation_failed', { details: { mapping: [fault] } });
  return ctx.tx(async (tx) => {
    const outcome = await insertAll(tx, ctx, form, table, id);
    if (outcome) {
      const { made, errors } = outcome;
      if (errors.length > 0)
        throw fail('import_has_errors', { details: { file: errors.slice(0, MOST_ERRORS).map(inWords) } });
      await sql`update imports set made = ${made} where organization_id = ${organizationId} and id = ${id}`.execute(tx);
      await audit(tx, ctx, {
        action: form.kind === 'members' ? 'users.imported' : 'sessions.imported',
        targetType: 'import',
        targetId: id,
        data: { made },
      });
    }
    const [stored] = await readImports(readsOf(tx), ctx, id);
    // Another admin's import is out of a gym admin's sight.
    if (!stored) throw fail('import_not_found');
    return stored;
  });
}

const importsStatement = statement('imports', { organizationId: 'uuid', createdBy: 'uuid?', id: 'uuid?' })<{
  import: Import;
}>(
  `select json_build_object('id', i.id, 'kind', i.kind, 'file_name', i.file_name, 'made', i.made,
    'removed', i.removed,
    'created_by', (select ${personJsonSql('u')} from users u where u.id = i.created_by),
    'created_at', ${instantSql('i.created_at')},
    'undo_until', ${instantSql(`(i.created_at + interval '${undoImportHours} hours')`)},
    'undone_at', ${instantSql('i.undone_at')}) as import
  from imports i where i.organization_id = $organizationId and ($createdBy is null or i.created_by = $createdBy)
    and ($id is null or i.id = $id)
  order by i.created_at desc, i.id desc limit 20`,
);

/** Organization admins see every import, gym admins their own. */
async function readImports(read: Read, { caller }: MemberCtx, id: string | null = null): Promise<Import[]> {
  const { organizationId, gymIds } = adminScope(caller);
  const rows = await read(importsStatement, { organizationId, createdBy: gymIds && caller.userId, id });
  return rows.map((row) => row.import);
}

export const listImports = async (ctx: MemberCtx) => ({ results: await readImports(ctx.read, ctx) });

/** Removes what nobody has used since, or a part of it; the rest stays as if it had been created by hand. */
export async function undoImport(ctx: MemberCtx, id: string) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const { rows } = await sql<Progress>`select removed, undone_after as "undoneAfter" from imports
      where organization_id = ${organizationId} and id = ${id} for update`.execute(tx);
    const [found] = await readImports(readsOf(tx), ctx, id);
    if (!found) throw fail('import_not_found');
    if (found.undone_at) throw fail('import_undone');
    if (Date.parse(found.undo_until) < ctx.now.getTime()) throw fail('import_too_old');
    await refuseOutOfReach(tx, ctx, id);
    const part = { organizationId, importId: id, after: rows[0]!.undoneAfter };
    const { gone, left, last } = await (found.kind === 'members' ? removeMembers : removeSessions)(tx, part);
    const removed = rows[0]!.removed + gone;
    await sql`update imports set removed = ${removed}, undone_after = ${last}::uuid,
      undone_at = case when ${left}::int = 0 then now() end
      where organization_id = ${organizationId} and id = ${id}`.execute(tx);
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

type Progress = { removed: number; undoneAfter: string | null };
type Part = { organizationId: string; importId: string; after: string | null };
type Removed = { gone: number; left: number; last: string | null };

const about = (table: string) =>
  `exists (select from ${table} t where t.organization_id = u.organization_id and t.user_id = u.id)`;

/** Alias: u the user. Not signed in, in no session or chat, and nobody wrote a note. */
const isUnused = `not ${isSetUp} and u.role = 'regular_user' and not ${about('session_participants')}
  and not ${about('conversation_members')} and not ${about('staff_notes')}`;

/** `offset 0` looks each row up by its key: right after an import the planner knows nothing of its rows yet. */
const outOfReachStatement = statement('import-out-of-reach', { ...scopeValues, id: 'uuid' })<object>(
  `select from imported_users i cross join lateral (
      select from users u where u.id = i.user_id and u.organization_id = i.organization_id and not ${isManaged}
        and ${isUnused} offset 0) u
    where i.organization_id = $organizationId and i.import_id = $id
  union all
  select from imported_sessions i cross join lateral (
      select from sessions s where s.organization_id = i.organization_id and s.id = i.session_id
        and s.gym_id <> all($gymIds) offset 0) s
    where i.organization_id = $organizationId and i.import_id = $id
  limit 1`,
);

/** Throws if the import made what the caller no longer manages. */
async function refuseOutOfReach(tx: Db, { caller }: MemberCtx, id: string): Promise<void> {
  const scope = adminScope(caller);
  if (scope.gymIds && (await run(tx, outOfReachStatement, { ...scope, id })).length > 0)
    throw fail('import_out_of_reach');
}

/** Accounts and sessions have rows in many tables, so that thousands take long: the caller sees how far it is after each part. */
const REMOVED_AT_ONCE = { members: 100, sessions: 250 };

/** The next part of what an import made, in the order of the ids. */
const nextPart = (table: 'imported_users' | 'imported_sessions', column: 'user_id' | 'session_id') =>
  statement(`next-of-${table}`, { organizationId: 'uuid', importId: 'uuid', after: 'uuid?', limit: 'int' })<{
    id: string;
    left: number;
  }>(
    `with rest as materialized (select ${column} as id from ${table} where organization_id = $organizationId
      and import_id = $importId and ($after is null or ${column} > $after))
    select id, (select count(*)::int from rest) - $limit as left from rest order by id limit $limit`,
  );
const nextMembers = nextPart('imported_users', 'user_id');
const nextSessions = nextPart('imported_sessions', 'session_id');

const removedBy = (rows: readonly { id: string; left: number }[], gone: number, { after }: Part): Removed => ({
  gone,
  left: Math.max(0, rows[0]?.left ?? 0),
  last: rows.at(-1)?.id ?? after,
});

async function removeMembers(tx: Db, part: Part): Promise<Removed> {
  const { organizationId } = part;
  const rows = await run(tx, nextMembers, { ...part, limit: REMOVED_AT_ONCE.members });
  const { rows: gone } = await sql<{ email: string }>`delete from users u
    where u.organization_id = ${organizationId} and u.id = any(${rows.map(({ id }) => id)}::uuid[])
      and ${sql.raw(isUnused)}
    returning lower(u.email) as email`.execute(tx);
  await sql`delete from mails where organization_id = ${organizationId}
    and lower(to_address) = any(${gone.map(({ email }) => email)}::text[])`.execute(tx);
  return removedBy(rows, gone.length, part);
}

/** Nobody joined since, and nobody wrote in the chat. */
async function removeSessions(tx: Db, part: Part): Promise<Removed> {
  const { organizationId, importId } = part;
  const rows = await run(tx, nextSessions, { ...part, limit: REMOVED_AT_ONCE.sessions });
  const { rows: gone } = await sql<{ id: string }>`delete from sessions s
    where s.organization_id = ${organizationId} and s.id = any(${rows.map(({ id }) => id)}::uuid[])
      and s.last_message_seq = 0
      and (select true from session_participants p where p.organization_id = s.organization_id
        and p.session_id = s.id and p.joined_at > (
          select f.created_at from imports f where f.organization_id = ${organizationId} and f.id = ${importId})
        limit 1) is null
    returning s.id`.execute(tx);
  return removedBy(rows, gone.length, part);
}
