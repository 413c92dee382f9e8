import type { Returns } from '@spotter/contract/api/endpoint.ts';
import { undoImportHours } from '@spotter/contract/users/import-fields.ts';
import type { listImports as listEndpoint } from '@spotter/contract/users/imports.ts';
import { isSetUp, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { isManaged } from '../accounts.read.ts';
import type { Gym } from './table.format.ts';

export type Import = Returns<typeof listEndpoint>['results'][number];
type ImportKey = { organizationId: string; id: string };

const gymsStatement = statement('gyms-to-import-into', { organizationId: 'uuid', ids: 'uuid[]' })<Gym>(
  'select id, name, timezone from gyms where organization_id = $organizationId and id = any($ids)',
);

export const readGymsToImportInto = (db: Db, organizationId: string, ids: readonly string[]): Promise<Gym[]> =>
  run(db, gymsStatement, { organizationId, ids });

/** The organization's admin of longest standing. */
export async function readFirstAdmin(tx: Db, organizationId: string): Promise<string> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'org_admin')
    .where('is_active', '=', true)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return admin.id;
}

type NewImport = { organization_id: string; id: string; kind: string; file_name: string; created_by: string };

/** False if it exists already; one that is still on its way is waited for. */
export async function insertImport(tx: Db, given: NewImport): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values({ ...given, made: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

export async function noteMade(tx: Db, { organizationId, id }: ImportKey, made: number): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ made })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
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

/** Null stands for every author, and for every import. */
export async function readImports(
  read: Read,
  values: { organizationId: string; createdBy: string | null; id: string | null },
): Promise<Import[]> {
  const rows = await read(importsStatement, values);
  return rows.map((row) => row.import);
}

/** How far undoing it has come. */
type Progress = { removed: number; undoneAfter: string | null };

const lockStatement = statement('lock-import', { organizationId: 'uuid', id: 'uuid' })<Progress>(
  `select removed, undone_after as "undoneAfter" from imports
  where organization_id = $organizationId and id = $id for update`,
);

export async function lockImport(tx: Db, key: ImportKey): Promise<Progress | undefined> {
  const [progress] = await run(tx, lockStatement, key);
  return progress;
}

const undoneStatement = statement('note-undone-import', {
  organizationId: 'uuid',
  id: 'uuid',
  removed: 'int',
  last: 'uuid?',
  left: 'int',
})(
  `update imports set removed = $removed, undone_after = $last, undone_at = case when $left = 0 then now() end
  where organization_id = $organizationId and id = $id`,
);

/** With nothing left, it is undone. */
export async function noteUndone(
  tx: Db,
  key: ImportKey,
  progress: { removed: number; last: string | null; left: number },
): Promise<void> {
  await run(tx, undoneStatement, { ...key, ...progress });
}

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

/** Whether the import made what these gyms' admin no longer manages. */
export async function isOutOfReach(tx: Db, scope: AdminScope, id: string): Promise<boolean> {
  return (await run(tx, outOfReachStatement, { ...scope, id })).length > 0;
}

type Part = { organizationId: string; importId: string; after: string | null };
type Removed = { gone: number; left: number; last: string | null };

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

const removeMembersStatement = statement('remove-imported-members', { organizationId: 'uuid', ids: 'uuid[]' })<{
  email: string;
}>(
  `delete from users u where u.organization_id = $organizationId and u.id = any($ids) and ${isUnused}
  returning lower(u.email) as email`,
);

const removeMailsStatement = statement('remove-mails-of-members', { organizationId: 'uuid', emails: 'text[]' })(
  'delete from mails where organization_id = $organizationId and lower(to_address) = any($emails)',
);

/** Members who have used their account since stay. */
export async function removeMembers(tx: Db, part: Part): Promise<Removed> {
  const { organizationId } = part;
  const rows = await run(tx, nextMembers, { ...part, limit: REMOVED_AT_ONCE.members });
  const gone = await run(tx, removeMembersStatement, { organizationId, ids: rows.map(({ id }) => id) });
  await run(tx, removeMailsStatement, { organizationId, emails: gone.map(({ email }) => email) });
  return removedBy(rows, gone.length, part);
}

const removeSessionsStatement = statement('remove-imported-sessions', {
  organizationId: 'uuid',
  importId: 'uuid',
  ids: 'uuid[]',
})<{ id: string }>(
  `delete from sessions s where s.organization_id = $organizationId and s.id = any($ids) and s.last_message_seq = 0
    and (select true from session_participants p where p.organization_id = s.organization_id
      and p.session_id = s.id and p.joined_at > (
        select f.created_at from imports f where f.organization_id = $organizationId and f.id = $importId)
      limit 1) is null
  returning s.id`,
);

/** Sessions that somebody has joined since, or wrote in, stay. */
export async function removeSessions(tx: Db, part: Part): Promise<Removed> {
  const { organizationId, importId } = part;
  const rows = await run(tx, nextSessions, { ...part, limit: REMOVED_AT_ONCE.sessions });
  const gone = await run(tx, removeSessionsStatement, { organizationId, importId, ids: rows.map(({ id }) => id) });
  return removedBy(rows, gone.length, part);
}
