import type { FastifyReply } from 'fastify';
import { readOrganizationName } from '#features/organizations/index.ts';
import { audit } from '#platform/audit.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { type MemberCtx, Sent } from '#platform/http/handlers.ts';
import { aside } from '#platform/http/limits/gate.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { createArchives } from './archives.service.ts';
import { makeExport, removeExportFile } from './exports.jobs.ts';
import { deleteExport, type Export, insertExport, readExports } from './exports.repo.ts';

function exportsOf(read: Read, { caller, now }: MemberCtx, id: string | null = null): Promise<Export[]> {
  return readExports(read, { organizationId: caller.organizationId, id, now: now.toISOString() });
}

async function findExport(ctx: MemberCtx, id: string): Promise<Export> {
  const [found] = await exportsOf(ctx.read, ctx, id);
  if (!found) throw fail('export_not_found');
  return found;
}

export const listOrganizationExports = async (ctx: MemberCtx) => ({ results: await exportsOf(ctx.read, ctx) });

/** Queues an export, unless one is on its way. */
export async function exportOrganization(ctx: MemberCtx): Promise<Export> {
  const { organizationId, userId, emulatedBy } = ctx.caller;
  return ctx.tx(async (tx) => {
    const id = newId();
    const by = { requested_by: userId, by_support: emulatedBy !== null };
    const made = await insertExport(tx, { organizationId, id }, by);
    if (made) {
      await enqueue(tx, makeExport, { organization_id: organizationId, id });
      await audit(tx, ctx, { action: 'organization.exported', targetType: 'export', targetId: id });
    }
    const latest = await exportsOf(readsOf(tx), ctx);
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
  const archives = createArchives(ctx.config);
  const { pass } = reply.request;
  if (!(await aside(pass, () => archives.isThere(id)))) throw fail('export_expired');
  const name = await ctx.tx(async (tx) => {
    await audit(tx, ctx, { action: 'organization.export_downloaded', targetType: 'export', targetId: id });
    return readOrganizationName(tx, ctx.caller.organizationId);
  });
  // Opened last: whatever fails before leaves no stream without a reader.
  pass?.leave();
  const archive = await archives.open(id);
  if (!archive) throw fail('export_expired');
  reply
    .type('application/zip')
    .header('content-length', archive.bytes)
    .header('content-disposition', `attachment; filename="${nameOf(name ?? '')}-${found.created_at.slice(0, 10)}.zip"`)
    .send(archive.stream);
  return new Sent();
}

/** Deletes an export before it expires, also one that is still being made. */
export async function deleteOrganizationExport(ctx: MemberCtx, id: string) {
  const { organizationId } = ctx.caller;
  await ctx.tx(async (tx) => {
    if (!(await deleteExport(tx, { organizationId, id }))) throw fail('export_not_found');
    // Not here: a bucket may be slow, or away, and the transaction may still be undone.
    await enqueue(tx, removeExportFile, { id }, { key: `export_file:${id}` });
    await audit(tx, ctx, { action: 'organization.export_deleted', targetType: 'export', targetId: id });
  });
  return undefined;
}
