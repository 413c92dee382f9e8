import { isOrgAdmin } from '@spotter/contract/roles.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Member } from './callers.ts';

/** What an admin manages: these gyms of the organization, or all of it (null). */
export type AdminScope = { organizationId: string; gymIds: readonly string[] | null };

/** An emulating super admin has the role of the organization's admin. */
export const adminScope = ({ organizationId, role, managedGymIds }: Member): AdminScope => ({
  organizationId,
  gymIds: isOrgAdmin(role) ? null : managedGymIds,
});

export const scopeValues = { organizationId: 'uuid', gymIds: 'uuid[]?' } as const;

/** Throws unless the caller manages this gym; null stands for all gyms of the organization. */
export async function refuseUnmanagedGym(db: Db, caller: Member, gymId: string | null): Promise<void> {
  const { organizationId, gymIds } = adminScope(caller);
  if (gymId === null) {
    if (gymIds === null) return;
    throw fail('validation_failed', fieldError('gym_id', 'Choose one of the locations you manage'));
  }
  const gym = await db
    .selectFrom('gyms')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', gymId)
    .where('is_active', '=', true)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!gym || (gymIds && !gymIds.includes(gymId))) throw fail('gym_not_found');
}

/** Throws unless all of these are open gyms that the caller manages. `field` is the form's that names them. */
export function refuseUnmanagedGyms({ managedGymIds }: Member, gymIds: readonly string[], field?: string): void {
  if (gymIds.every((id) => managedGymIds.includes(id))) return;
  throw fail('gym_not_found', field ? fieldError(field, "We couldn't find this location.") : {});
}
