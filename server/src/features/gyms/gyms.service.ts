import { readOrganizationName } from '#features/organizations/index.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { readAccessibleGyms } from './gyms.repo.ts';

/** The gyms the caller may use. Of another organization, which only a super admin may name, all of them. */
export async function listAccessibleGyms({ db, read, caller }: Ctx, named: string | undefined) {
  const organizationId = named ?? caller.organizationId;
  if (!organizationId) return { results: [] };
  const isOwn = organizationId === caller.organizationId;
  if (!isOwn && !(await readOrganizationName(db, organizationId))) throw fail('organization_not_found');
  return { results: await readAccessibleGyms(read, { organizationId, gymIds: isOwn ? caller.gymIds : null }) };
}
