/** A closed list: every other role name is an ordinary member's. */
export const adminRoles = ['gym_admin', 'org_admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

export const roleNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

const MEMBER_RANK = 0;
// A Map, because an object would also match inherited names: a member's role may be called `constructor`.
const ranks: ReadonlyMap<string, number> = new Map(adminRoles.map((role, index) => [role, MEMBER_RANK + 1 + index]));

/** The rank of a role: members, gym admins, organization admins, super admins. */
export const rankOf = (role: string): number => ranks.get(role) ?? MEMBER_RANK;

export const isAdminRole = (role: string): role is AdminRole => ranks.has(role);
export const isSuperAdmin = (role: string): boolean => role === 'super_admin';
export const isOrgAdmin = (role: string): boolean => role === 'org_admin';

/** A role in words; one that a gym named itself, by its own name. */
export function roleName(role: string): string {
  if (role === 'regular_user') return 'Member';
  if (isOrgAdmin(role)) return 'Organization admin';
  if (role === 'gym_admin') return 'Location admin';
  const words = role.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Organization admins and gym admins: they run a gym, not the platform. */
export const managesGyms = (role: string): boolean => isAdminRole(role) && !isSuperAdmin(role);

/** A super admin reaches an organization's admin area only from inside that organization. */
export const mayEnterAdminArea = ({ role, emulating }: { role: string; emulating: boolean }): boolean =>
  emulating || managesGyms(role);
