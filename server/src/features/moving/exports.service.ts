import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listOrganizationExports as listEndpoint } from '@spotter/contract/moving.ts';
import type { FastifyReply } from 'fastify';
import { personJsonSql } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import { instantSql } from '#platform/db/json.ts';
import { type Read, readsOf, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import { type MemberCtx, Sent } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { createArchives } from './archives.ts';
import { makeExport } from './exports.jobs.ts';

type Export = Returns<typeof listEndpoint>['results'][number];

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

async function readExports(read: Read, { caller, now }: MemberCtx, id: string | null = null): Promise<Export[]> {
  const { organizationId } = caller;
  const rows = await read(exportsStatement, { organizationId, id, now: now.toISOString() });
  return rows.map((row) => row.export);
}

async function findExport(ctx: MemberCtx, id: string): Promise<Export> {
  const [found] = await readExports(ctx.read, ctx, id);
  if (!found) throw fail('export_not_found');
  return found;
}

export const listOrganizationExports = async (ctx: MemberCtx) => ({ results: await readExports(ctx.read, ctx) });

/** Queues an export, unless one is on its way. */
export async function exportOrganization(ctx: MemberCtx): Promise<Export> {
  const { organizationId, userId, emulatedBy } = ctx.caller;
  return ctx.tx(async (tx) => {
    const id = newId();
    const made = await tx
      .insertInto('organization_exports')
      .values({ organization_id: organizationId, id, requested_by: userId, by_support: emulatedBy !== null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await enqueue(tx, makeExport, { organization_id: organizationId, id });
      await audit(tx, ctx, { action: 'organization.exported', targetType: 'export', targetId: id });
    }
    const latest = await readExports(readsOf(tx), ctx);
    return latest.find(({ status }) => status === 'queued' || status === 'running')!;
  });
}

const nameOf = (organization: string) =>
  organization
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'organization';

/** Streams the file. Who may have it is asked at every download. */
export async function downloadOrganizationExport(ctx: MemberCtx, id: string, reply: FastifyReply): Promise<Sent> {
  const found = await findExport(ctx, id);
  if (found.status === 'expired') throw fail('export_expired');
  if (found.status !== 'done') throw fail('export_not_ready');
  const archive = await createArchives(ctx.config).open(id);
  if (!archive) throw fail('export_expired');
  const { name } = await ctx.tx(async (tx) => {
    await audit(tx, ctx, { action: 'organization.export_downloaded', targetType: 'export', targetId: id });
    return tx
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', ctx.caller.organizationId)
      .executeTakeFirstOrThrow();
  });
  reply
    .type('application/zip')
    .header('content-length', archive.bytes)
    .header('content-disposition', `attachment; filename="${nameOf(name)}-${found.created_at.slice(0, 10)}.zip"`)
    .send(archive.stream);
  return new Sent();
}

/** Deletes an export before it expires, also one that is still being made. */
export async function deleteOrganizationExport(ctx: MemberCtx, id: string) {
  const { organizationId } = ctx.caller;
  await ctx.tx(async (tx) => {
    const gone = await tx
      .deleteFrom('organization_exports')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw fail('export_not_found');
    await audit(tx, ctx, { action: 'organization.export_deleted', targetType: 'export', targetId: id });
  });
  await createArchives(ctx.config).remove(id);
  return undefined;
}
