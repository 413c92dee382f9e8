import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { deleteOrganization as deleteEndpoint } from '@spotter/contract/organizations.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { findOrganization } from './organizations.service.ts';
import {
  clearTrail,
  endVisits,
  lockState,
  markDeleted,
  markRestored,
  removeLeftovers,
  removeOrganization,
} from './organizations-deletion.repo.ts';
import { rightsChangedIn } from './organizations-update.service.ts';

/**
 * Locks everyone out and keeps everything for 30 days. So a member's write that is on its way is stored and nothing is
 * half done; the rows go when nobody has written for a month.
 */
export async function deleteOrganization(ctx: Ctx, { params: { id }, query }: ParsedInput<typeof deleteEndpoint>) {
  await ctx.tx(async (tx) => {
    const state = await lockState(tx, id);
    if (!state) throw fail('organization_not_found');
    if (state.deleted_at) throw fail('organization_deleted');
    // Typed wrong, or another operator renamed it meanwhile.
    if (query.name !== state.name.trim())
      throw fail('validation_failed', fieldError('name', `It's called ${state.name}. Type that to delete it`));
    await closeForGood(tx, id);
    await rightsChangedIn(ctx, tx, id);
    await noted(tx, ctx, 'organization.deleted', { id, data: { name: state.name } });
  });
  return undefined;
}

/** Before it is removed: nobody is inside any more, and nobody can enter it or switch it on. */
export async function closeForGood(tx: Db, id: string): Promise<void> {
  await markDeleted(tx, id);
  await endVisits(tx, id);
}

/** As active as it was before. */
export async function restoreOrganization(ctx: Ctx, id: string) {
  return ctx.tx(async (tx) => {
    const state = await lockState(tx, id);
    if (!state) throw fail('organization_not_found');
    if (!state.deleted_at) throw fail('organization_not_deleted');
    await markRestored(tx, id);
    await rightsChangedIn(ctx, tx, id);
    await noted(tx, ctx, 'organization.restored', { id, data: { name: state.name } });
    const found = (await findOrganization(tx, id))!;
    return { ...found.organization, theme: found.theme };
  });
}

/** The installation itself. */
const nobody = { caller: { userId: null, organizationId: null, emulatedBy: null }, requestId: 'remove_organizations' };

/** Removes a deleted organization for good; the audit trail keeps that, and how many members it had. */
export async function removeForGood(tx: Db, id: string): Promise<boolean> {
  const removed = await removeOrganization(tx, id);
  if (!removed) return false;
  const files = await removeLeftovers(tx, id);
  for (const key of files) await enqueue(tx, removeFile, { key });
  await clearTrail(tx, id);
  const { name, members } = removed;
  await noted(tx, nobody, 'organization.removed', { id, data: { name, members, files: files.length } });
  return true;
}

const noted = (
  tx: Db,
  ctx: Parameters<typeof audit>[1],
  action: 'organization.deleted' | 'organization.restored' | 'organization.removed',
  { id, data }: { id: string; data: object },
) => audit(tx, ctx, { action, targetType: 'organization', targetId: id, organizationId: id, data });
