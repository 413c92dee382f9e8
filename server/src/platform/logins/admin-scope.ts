import { isOrgAdmin } from '@spotter/contract/roles.ts';
import type { Member } from './callers.ts';

/** What an admin manages: these gyms of the organization, or all of it (null). */
export type AdminScope = { organizationId: string; gymIds: readonly string[] | null };

/** An emulating super admin has the role of the organization's admin. */
export const adminScope = ({ organizationId, role, managedGymIds }: Member): AdminScope => ({
  organizationId,
  gymIds: isOrgAdmin(role) ? null : managedGymIds,
});

export const scopeValues = { organizationId: 'uuid', gymIds: 'uuid[]?' } as const;
