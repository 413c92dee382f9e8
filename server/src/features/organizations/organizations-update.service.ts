import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateOrganization as updateEndpoint } from '@spotter/contract/organizations.ts';
import { isSuperAdmin } from '@spotter/contract/roles.ts';
import { audit } from '#platform/audit.ts';
import { editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, refuseOutdated } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { changeOrganization, readPeopleInside } from './organizations.repo.ts';
import { findOrganization } from './organizations.service.ts';
import { lockState } from './organizations-deletion.repo.ts';

/** An owner renames their organization; only a super admin switches one off, its white label, or its limits of space and mails. */
export async function updateOrganization(ctx: Ctx, { params: { id }, body }: ParsedInput<typeof updateEndpoint>) {
  const isPlatform = isSuperAdmin(ctx.caller.role);
  const { version, ...wanted } = body;
  const { name, ...ofPlatform } = wanted;
  const { is_active } = ofPlatform;
  if (!isPlatform && Object.values(ofPlatform).some((value) => value !== undefined)) throw fail('access_denied');
  return ctx.tx(async (tx) => {
    const changes = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const before = await lockState(tx, id);
    if (!before) throw fail('organization_not_found');
    if (before.deleted_at) throw fail('organization_deleted');
    refuseOutdated(version, before.version);
    await changeOrganization(tx, id, changes);
    if (is_active !== undefined) await rightsChangedIn(ctx, tx, id);
    await audit(tx, ctx, {
      action: 'organization.updated',
      targetType: 'organization',
      targetId: id,
      organizationId: id,
      data: changes,
      edits: editsOf([['Name', before.name, name ?? before.name]]),
    });
    tell(tx, { scope: id, type: 'organization.updated', data: { organization_id: id }, to: 'everyone' });
    const found = (await findOrganization(tx, id))!;
    return { ...found.organization, theme: found.theme };
  });
}

/** Everyone's rights in an organization end at their next call. */
export async function rightsChangedIn(ctx: Ctx, tx: Db, organizationId: string): Promise<void> {
  for (const id of await readPeopleInside(tx, organizationId)) ctx.rightsChanged(id);
}
