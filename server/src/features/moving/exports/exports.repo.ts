import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listOrganizationExports as listEndpoint } from '@spotter/contract/desk/moving.ts';
import { keepExportHours, mostExports } from '@spotter/contract/desk/moving-limits.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Export = Returns<typeof listEndpoint>['results'][number];

const exportsStatement = statement('organization-exports', {
  organizationId: 'uuid',
  id: 'uuid?',
  now: 'timestamptz',
})<{
  export: Export;
}>(
  `select json_build_object('id', e.id, 'progress', e.progress, 'bytes', e.bytes, 'members', e.members,
    'sessions', e.sessions, 'by_support', e.by_support,
    'status', case when e.expires_at <= $now then 'expired' else e.status end,
    'requested_by', (select ${personJsonSql('u')} from users u
      where u.organization_id = $organizationId and u.id = e.requested_by),
    'created_at', ${instantSql('e.created_at')}, 'expires_at', ${instantSql('e.expires_at')}) as export
  from organization_exports e where e.organization_id = $organizationId and ($id is null or e.id = $id)
  order by e.created_at desc, e.id desc limit 10`,
);

/** The latest ones, or the one with this id. */
export async function readExports(
  read: Read,
  values: { organizationId: string; id: string | null; now: string },
): Promise<Export[]> {
  const rows = await read(exportsStatement, values);
  return rows.map((row) => row.export);
}

export type ExportKey = { organizationId: string; id: string };

/** False if one is on its way. */
export async function insertExport(
  tx: Db,
  { organizationId, id }: ExportKey,
  by: { requested_by: string; by_support: boolean },
): Promise<boolean> {
  const made = await tx
    .insertInto('organization_exports')
    .values({ organization_id: organizationId, id, ...by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Says whether it was there. */
export async function deleteExport(tx: Db, { organizationId, id }: ExportKey): Promise<boolean> {
  const gone = await tx
    .deleteFrom('organization_exports')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** An export that is on its way. */
const underWay = (db: Db, { organizationId, id }: ExportKey) =>
  db
    .updateTable('organization_exports')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running']);

/** False if it was deleted meanwhile, or finished by an earlier run. */
export async function beginExport(db: Db, key: ExportKey): Promise<boolean> {
  const begun = await underWay(db, key).set({ status: 'running', progress: 0 }).returning('id').executeTakeFirst();
  return begun !== undefined;
}

export async function noteProgress(db: Db, key: ExportKey, progress: number): Promise<void> {
  await underWay(db, key).set({ progress }).execute();
}

const finishStatement = statement('finish-export', {
  organizationId: 'uuid',
  id: 'uuid',
  bytes: 'bigint',
  members: 'int',
  sessions: 'int',
})<object>(
  `update organization_exports set status = 'done', progress = 100, bytes = $bytes, members = $members,
    sessions = $sessions, finished_at = now(), expires_at = now() + make_interval(hours => ${keepExportHours})
  where organization_id = $organizationId and id = $id and status in ('queued', 'running') returning id`,
);

/** False if it was deleted meanwhile. */
export async function finishExport(
  db: Db,
  key: ExportKey,
  written: { bytes: number; members: number; sessions: number },
): Promise<boolean> {
  return (await run(db, finishStatement, { ...key, ...written })).length > 0;
}

const failStatement = statement('fail-export', { organizationId: 'uuid', id: 'uuid' })(
  `update organization_exports set status = 'failed', finished_at = now()
  where organization_id = $organizationId and id = $id and status in ('queued', 'running')`,
);

export async function failExport(db: Db, key: ExportKey): Promise<void> {
  await run(db, failStatement, key);
}

const expireStatement = statement('expire-oldest-exports', { organizationId: 'uuid' })<{ id: string }>(
  `update organization_exports set expires_at = now() where organization_id = $organizationId and id in (
    select id from organization_exports where organization_id = $organizationId and status = 'done' and expires_at > now()
    order by created_at desc, id desc offset ${mostExports - 1})
  returning id`,
);

/** Makes room for one more export: each may be as large as all the organization has. */
export async function expireOldest(db: Db, organizationId: string): Promise<string[]> {
  const expired = await run(db, expireStatement, { organizationId });
  return expired.map(({ id }) => id);
}

const deleteOldStatement = statement(
  'delete-old-exports',
  {},
)("delete from organization_exports where created_at < now() - interval '30 days'");

export async function deleteOldExports(db: Db): Promise<void> {
  await run(db, deleteOldStatement, {});
}

const wantedStatement = statement(
  'wanted-exports',
  {},
)<{ id: string }>("select id from organization_exports where status in ('queued', 'running') or expires_at > now()");

/** Those whose file is being made or still offered. */
export async function readWantedIds(db: Db): Promise<string[]> {
  const wanted = await run(db, wantedStatement, {});
  return wanted.map(({ id }) => id);
}
