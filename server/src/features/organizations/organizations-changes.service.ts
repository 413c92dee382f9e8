import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateOrganization as updateEndpoint } from '@spotter/contract/organizations.ts';
import { isSuperAdmin } from '@spotter/contract/roles.ts';
import { audit } from '#platform/audit.ts';
import { editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { tell } from '#platform/events/tell.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import {
  changeOrganization,
  readMemberIds,
  readOrganizationName,
  removeLeftovers,
  removeOrganization,
} from './organizations.repo.ts';
import { findOrganization } from './organizations.service.ts';

/** An owner renames their organization; only a super admin switches one off, its white label, or its limits of space and mails. */
export async function updateOrganization(ctx: Ctx, { params: { id }, body }: ParsedInput<typeof updateEndpoint>) {
  const { role, organizationId } = ctx.caller;
  const isPlatform = isSuperAdmin(role);
  if (!isPlatform && organizationId !== id) throw fail('organization_not_found');
  const { name, ...ofPlatform } = body;
  const { is_active } = ofPlatform;
  if (!isPlatform && Object.values(ofPlatform).some((value) => value !== undefined)) throw fail('access_denied');
  return ctx.tx(async (tx) => {
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const before = await readOrganizationName(tx, id);
    if (!(await changeOrganization(tx, id, changes))) throw fail('organization_not_found');
    if (is_active !== undefined) await rightsChangedIn(ctx, tx, id);
    await audit(tx, ctx, {
      action: 'organization.updated',
      targetType: 'organization',
      targetId: id,
      organizationId: id,
      data: changes,
      edits: editsOf([['Name', before, name ?? before]]),
    });
    tell(tx, { scope: id, type: 'organization.updated', data: { organization_id: id }, to: 'everyone' });
    const found = (await findOrganization(tx, id))!;
    return { ...found.organization, theme: found.theme };
  });
}

/** Everyone's rights in an organization end at their next call. */
async function rightsChangedIn(ctx: Ctx, tx: Db, organizationId: string): Promise<void> {
  for (const id of await readMemberIds(tx, organizationId)) ctx.rightsChanged(id);
}

/** Removes an organization and everything in it; the audit log keeps that it happened. */
export async function deleteOrganization(ctx: Ctx, id: string) {
  await ctx.tx(async (tx) => {
    await rightsChangedIn(ctx, tx, id);
    const name = await removeOrganization(tx, id);
    if (name === undefined) throw fail('organization_not_found');
    for (const key of await removeLeftovers(tx, id)) await enqueue(tx, removeFile, { key });
    await audit(tx, ctx, {
      action: 'organization.deleted',
      targetType: 'organization',
      targetId: id,
      organizationId: id,
      data: { name },
    });
  });
  return undefined;
}
